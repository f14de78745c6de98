import { Form, Link } from '@remix-run/react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { longestQuery } from '../staff.rules.ts'
import type { StaffHitGroup } from '../staff.types.ts'
import * as css from './palette.css.ts'

/** Everything that staff find for a query, as a page: the palette without JavaScript, and all of what it found. */
export function StaffSearchPage({ query, groups }: { query: string; groups: StaffHitGroup[] }) {
  return (
    <div className={stack[5]}>
      <PageHeader title="Search" text="Pages, events, people and orders." />
      <Form method="get" role="search" className={css.search}>
        <Field id="staff-q" label="Search for">
          {(control) => (
            <TextInput
              {...control}
              key={query}
              name="q"
              type="search"
              defaultValue={query}
              maxLength={longestQuery}
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit">Search</Button>
      </Form>
      {groups.length === 0 ? (
        <EmptyState
          title={`No results for “${query}”`}
          text="Orders are found by code, or by the buyer’s name, email or phone number."
        />
      ) : (
        <div className={css.groups}>
          {groups.map(({ label, hits }) => (
            <section key={label} aria-labelledby={`found-${label}`}>
              <h2 id={`found-${label}`}>{label}</h2>
              <ul className={css.list}>
                {hits.map((hit) => (
                  <li key={hit.id} className={css.row}>
                    <Link to={hit.to} className={css.link}>
                      <span className={css.title}>{hit.title}</span>
                      {hit.facts && <span className={css.facts}>{hit.facts}</span>}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}
