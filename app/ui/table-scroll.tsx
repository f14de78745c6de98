import type { ReactNode } from 'react'
import * as css from './table-scroll.css.ts'

/**
 * Lets a table of figures scroll sideways, by keyboard as well; on a phone its rows stay rows beside a first column that stays.
 * @param name the table's caption
 */
export function TableScroll({ name, children }: { name: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it too
    <section className={css.tableScroll} tabIndex={0} aria-label={name}>
      {children}
    </section>
  )
}
