import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import * as css from './pagination.css.ts'

/** Renders links to earlier and later pages of a list; null where there is none. */
export function Pagination({
  label,
  previous,
  next,
  previousLabel = 'Previous',
  nextLabel = 'Next',
  note,
}: {
  /** Names the landmark, for example "Pages of events". */
  label: string
  previous?: string | null
  next?: string | null
  previousLabel?: ReactNode
  nextLabel?: ReactNode
  note?: ReactNode
}) {
  if (!previous && !next) return null
  return (
    <nav className={css.nav} aria-label={label}>
      {previous && (
        <LinkButton to={previous} variant="secondary" rel="prev">
          {previousLabel}
        </LinkButton>
      )}
      {note && <span className={css.note}>{note}</span>}
      {next && (
        <LinkButton to={next} variant="secondary" rel="next" className={css.next}>
          {nextLabel}
        </LinkButton>
      )}
    </nav>
  )
}
