import { NavLink } from '@remix-run/react'
import { LiveDot } from '../live-dot.tsx'
import { visuallyHidden } from '../visually-hidden.css.ts'
import type { NavItem } from './nav.ts'
import * as css from './shell.css.ts'

/** Renders the navigation of wide screens; hidden below the medium breakpoint, where the bottom bar replaces it. */
export function TopNav({ items }: { items: readonly NavItem[] }) {
  return (
    <nav className={css.topNav} aria-label="Main">
      <ul className={css.topList}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} end={item.end} className={css.topItem} prefetch="intent">
              {item.label}
              {item.live && (
                <>
                  <LiveDot />
                  <span className={visuallyHidden}>(live now)</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
