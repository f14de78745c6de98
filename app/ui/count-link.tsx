import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import * as css from './count-link.css.ts'

/** Links a number to the rows that it counts. @param about what the rows are, read after the number by screen readers */
export function CountLink({ to, about, children }: { to: string; about?: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className={css.count}
      preventScrollReset
      {...(about ? { 'aria-label': `${children}, ${about}` } : {})}
    >
      {children}
    </Link>
  )
}
