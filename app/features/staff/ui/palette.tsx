import { Form } from '@remix-run/react'
import { useState } from 'react'
import { useDebouncedRequest } from '#browser/use-debounced-request.ts'
import * as paths from '#core/paths.ts'
import type { StaffLink } from '#core/staff-pages.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox, type ComboboxGroup } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { cleanQuery, isAskable, longestQuery, pageHits } from '../staff.rules.ts'
import type { StaffHit, StaffHitGroup } from '../staff.types.ts'
import * as css from './palette.css.ts'

/**
 * The command palette: pages at once, events, people and orders while the user types. Enter without a marked one leads to the
 * page with all that was found.
 */
export function Palette({ pages, onClose }: { pages: readonly StaffLink[]; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const query = cleanQuery(typed)
  const searches = isAskable(query)
  const path = searches ? paths.apiStaffSearch({ q: query }) : null
  const { body, busy, failed, retry } = useDebouncedRequest<{ query: string; groups: StaffHitGroup[] }>(path)
  // Pages are known here; what was found for an earlier query stays until its successor is there.
  const found = body?.groups.filter(({ label }) => label !== 'Pages') ?? []
  const hits = pageHits(pages, query)
  const groups: ComboboxGroup[] = [
    ...(hits.length > 0 ? [{ label: 'Pages', options: hits.map(optionOf) }] : []),
    ...found.map((group) => ({ label: group.label, options: group.hits.map(optionOf) })),
  ]
  const count = groups.reduce((sum, { options }) => sum + options.length, 0)
  const isEmpty = searches && !busy && !failed && count === 0
  return (
    <Dialog title="Search staff pages" placement="top" onClose={onClose}>
      <Form method="get" action={paths.adminSearch()} role="search" onSubmit={onClose} data-testid="palette">
        <Combobox
          label="Search pages, events, people and orders"
          name="q"
          placeholder="A page, an event, a name, an order code"
          maxLength={longestQuery}
          value={typed}
          onChange={setTyped}
          groups={groups}
          busy={busy}
          news={searches && !busy && !failed ? (count === 1 ? '1 result' : `${count} results`) : ''}
          onGo={onClose}
        >
          {failed && (
            <Banner
              tone="danger"
              title="Search isn't working right now"
              announce
              action={
                <Button size="sm" variant="secondary" busy={busy} onClick={retry}>
                  Try again
                </Button>
              }
            />
          )}
          {isEmpty && <p className={css.note}>No results for “{query}”.</p>}
        </Combobox>
      </Form>
    </Dialog>
  )
}

function optionOf(hit: StaffHit) {
  return {
    id: hit.id,
    to: hit.to,
    content: (
      <span className={css.hit}>
        <span className={css.title}>{hit.title}</span>
        {hit.facts && <span className={css.facts}>{hit.facts}</span>}
      </span>
    ),
  }
}
