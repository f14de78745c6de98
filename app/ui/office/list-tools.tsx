import { Form, Link, useLocation, useRouteLoaderData } from '@remix-run/react'
import { Bookmark, Download, Rows3, Rows4, Trash2 } from 'lucide-react'
import type { Density } from '#core/office-choices.ts'
import * as paths from '#core/paths.ts'
import { listPages, type ViewPage, viewQuery } from '#core/staff-lists.ts'
import { Button } from '../button.tsx'
import { Field, TextInput } from '../field.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { item } from './disclosure.css.ts'
import { Disclosure } from './disclosure.tsx'
import * as css from './list-tools.css.ts'
import { barButton } from './office-layout.css.ts'

/** Filters of a list that staff saved under a name; `query` is the query string of the list's address. */
type SavedView = { id: string; page: ViewPage; name: string; query: string }

type Frame = { views: SavedView[]; density: Density } | null | undefined

const densityNames: Record<Density, string> = { compact: 'Compact rows', comfortable: 'Comfortable rows' }

/**
 * Shows the tools of every list of the back office beside its filters: saved views, the density of its rows, and its rows as a file.
 * Reads the views and the density from the staff layout.
 * @param page whose views are offered; null for a page without filters to save
 * @param csv the address of the file with the same filters; null where the caller may not list the rows
 * @param asksReason whether that address first asks why the file is needed
 */
export function ListTools({
  page,
  csv,
  asksReason = false,
}: {
  page: ViewPage | null
  csv: string | null
  asksReason?: boolean
}) {
  const frame = useRouteLoaderData('routes/_staff') as Frame
  const { pathname, search } = useLocation()
  const here = pathname + search
  const density = frame?.density ?? 'comfortable'
  const other = density === 'compact' ? 'comfortable' : 'compact'
  const RowsIcon = density === 'compact' ? Rows3 : Rows4
  return (
    <div className={css.tools}>
      {page && <SavedViews page={page} here={here} />}
      <Form method="post" action={paths.apiStaffDensity()} preventScrollReset className={css.deskOnly}>
        <input type="hidden" name="redirect" value={here} />
        <button
          type="submit"
          name="density"
          value={other}
          className={barButton}
          data-testid="density"
          title={densityNames[other]}
        >
          <RowsIcon size={18} aria-hidden="true" />
          <VisuallyHidden>{densityNames[other]}</VisuallyHidden>
        </button>
      </Form>
      {csv && (
        <a
          href={csv}
          download={asksReason ? undefined : true}
          className={barButton}
          data-testid="csv"
          title="Download CSV"
        >
          <Download size={18} aria-hidden="true" />
          <VisuallyHidden>Download CSV</VisuallyHidden>
        </a>
      )}
    </div>
  )
}

/** @param here the address of the list, to which each change of its views comes back */
function SavedViews({ page, here }: { page: ViewPage; here: string }) {
  const frame = useRouteLoaderData('routes/_staff') as Frame
  const query = viewQuery(useLocation().search)
  const views = (frame?.views ?? []).filter((view) => view.page === page)
  return (
    <Disclosure
      testId="saved-views"
      summary={
        <>
          <Bookmark size={18} aria-hidden="true" />
          <VisuallyHidden>Saved views</VisuallyHidden>
        </>
      }
    >
      {views.length === 0 && <p className={css.none}>No saved views for this list yet.</p>}
      {views.map((view) => (
        <div key={view.id} className={css.view}>
          <Link
            to={view.query ? `${listPages[page]}?${view.query}` : listPages[page]}
            className={item}
            aria-current={view.query === query ? 'true' : undefined}
          >
            {view.name}
          </Link>
          <Form method="post" action={paths.apiStaffViews()}>
            <input type="hidden" name="intent" value="delete" />
            <input type="hidden" name="page" value={page} />
            <input type="hidden" name="id" value={view.id} />
            <input type="hidden" name="redirect" value={here} />
            <button type="submit" className={css.remove} aria-label={`Delete the view ${view.name}`}>
              <Trash2 size={18} aria-hidden="true" />
            </button>
          </Form>
        </div>
      ))}
      <Form method="post" action={paths.apiStaffViews()} className={css.save}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="page" value={page} />
        <input type="hidden" name="query" value={query} />
        <input type="hidden" name="redirect" value={here} />
        <Field id="view-name" label="Save these filters as" required>
          {(control) => <TextInput {...control} name="name" maxLength={60} autoComplete="off" />}
        </Field>
        <Button type="submit" variant="secondary">
          Save
        </Button>
      </Form>
    </Disclosure>
  )
}
