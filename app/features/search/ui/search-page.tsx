import { Form, Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { countText, longestQuery, searchPath } from '../search.rules.ts'
import type { SearchGroup, SearchOutcome } from '../search.types.ts'
import { HitRow } from './hit-row.tsx'
import * as css from './search-page.css.ts'
import { SearchWays } from './search-ways.tsx'

/** Site search as a page: a plain form and what it found. Works without JavaScript. */
export function SearchPage({ outcome }: { outcome: SearchOutcome }) {
  const { query } = outcome
  return (
    <div className={page}>
      <div className={stack[5]}>
        <PageHeader title="Search" />
        <Form method="get" action={paths.search()} role="search" className={css.form}>
          <Field
            id="search-page-q"
            label="Search events, merch and posts"
            errors={outcome.state === 'refused' ? [outcome.message] : []}
          >
            {(control) => (
              <TextInput
                {...control}
                key={query}
                type="search"
                name="q"
                defaultValue={query}
                maxLength={longestQuery}
                autoComplete="off"
                enterKeyHint="search"
                placeholder="Soca, Brooklyn, a DJ, a tee"
              />
            )}
          </Field>
          <Button type="submit" className={css.send}>
            Search
          </Button>
        </Form>
        <Outcome outcome={outcome} />
      </div>
    </div>
  )
}

function Outcome({ outcome }: { outcome: SearchOutcome }) {
  const { query } = outcome
  if (outcome.state === 'failed') {
    return (
      <Banner
        tone="danger"
        title="Search isn't working right now"
        announce
        action={
          <LinkButton to={searchPath(query)} variant="secondary" size="sm" preventScrollReset>
            Try again
          </LinkButton>
        }
      >
        <p>Please try again in a moment.</p>
      </Banner>
    )
  }
  if (outcome.state === 'refused') return null
  if (outcome.state === 'idle') {
    return (
      <EmptyState
        title="What are you looking for?"
        text="Search events, artists, venues, merch and posts. Two letters are enough to start."
        action={<SearchWays />}
      />
    )
  }
  if (outcome.groups.length === 0) {
    return (
      <EmptyState
        title={`No results for “${query}”`}
        text="Check the spelling, or try fewer words."
        action={<SearchWays />}
      />
    )
  }
  return (
    <>
      <p className={text.muted} role="status">
        {countText(outcome.groups)} for “{query}”
      </p>
      {outcome.groups.map((group) => (
        <Group key={group.label} group={group} />
      ))}
    </>
  )
}

function Group({ group }: { group: SearchGroup }) {
  const id = `found-${group.label.toLowerCase()}`
  return (
    <section aria-labelledby={id} className={stack[3]}>
      <h2 id={id}>{group.label}</h2>
      <ul className={css.hits}>
        {group.hits.map((hit) => (
          <li key={hit.id}>
            <Link to={hit.to} className={css.hit}>
              <HitRow hit={hit} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
