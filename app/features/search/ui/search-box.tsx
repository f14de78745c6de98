import { Form } from '@remix-run/react'
import { useState } from 'react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox, type ComboboxGroup } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { cluster } from '#ui/layout.css.ts'
import { countText, isAskable, longestQuery, searchPath } from '../search.rules.ts'
import { HitRow } from './hit-row.tsx'
import * as css from './search-box.css.ts'
import { SearchWays } from './search-ways.tsx'
import { type LiveSearch, useSearch } from './use-search.ts'

/** Site search over the page: hits appear while the visitor types; Enter without choosing one leads to the page with all. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const search = useSearch(query)
  return (
    <Dialog title="Search" placement="top" onClose={onClose}>
      <Form method="get" action={paths.search()} role="search" onSubmit={onClose}>
        <Combobox
          label="Search events, merch and posts"
          name="q"
          placeholder="Soca, Brooklyn, a DJ, a tee"
          maxLength={longestQuery}
          value={query}
          onChange={setQuery}
          groups={optionsOf(search)}
          busy={search.busy}
          news={newsOf(search)}
          onGo={onClose}
        >
          <SearchHint query={query} search={search} onGo={onClose} />
        </Combobox>
      </Form>
    </Dialog>
  )
}

function optionsOf({ groups, shownQuery: responseQuery }: LiveSearch): ComboboxGroup[] {
  if (!groups || groups.length === 0) return []
  return [
    ...groups.map(({ label, hits }) => ({
      label,
      options: hits.map((hit) => ({ id: hit.id, to: hit.to, content: <HitRow hit={hit} /> })),
    })),
    {
      label: null,
      options: [
        {
          id: 'all',
          to: searchPath(responseQuery),
          content: <span className={css.all}>See all results for “{responseQuery}”</span>,
        },
      ],
    },
  ]
}

/** Builds the status text for screen readers. */
function newsOf({ groups, busy }: LiveSearch): string {
  if (busy || !groups) return ''
  return countText(groups)
}

/** Shows a message in place of hits. */
function SearchHint({ query, search, onGo }: { query: string; search: LiveSearch; onGo: () => void }) {
  if (search.failed) {
    return (
      <Banner
        tone="danger"
        title="Search isn't working right now"
        announce
        action={
          <Button size="sm" variant="secondary" busy={search.busy} onClick={search.retry}>
            Try again
          </Button>
        }
      />
    )
  }
  const searches = isAskable(query.trim())
  if (searches && search.groups?.length !== 0) return null
  return (
    <div className={css.text}>
      <p>
        {searches
          ? `No results for “${search.shownQuery}”. Check the spelling, or try fewer words.`
          : 'Search events, artists, venues, merch and posts. Two letters are enough to start.'}
      </p>
      <div className={cluster[2]}>
        <SearchWays size="sm" onGo={onGo} />
      </div>
    </div>
  )
}
