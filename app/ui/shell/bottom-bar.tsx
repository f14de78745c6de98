import { NavLink } from '@remix-run/react'
import { LiveDot } from '../live-dot.tsx'
import { visuallyHidden } from '../visually-hidden.css.ts'
import { dot } from './bottom-bar.css.ts'
import type { NavItem } from './nav.ts'
import * as css from './shell.css.ts'

/** Renders the phone's navigation at the bottom; hidden from the medium breakpoint up. */
export function BottomBar({ items }: { items: readonly NavItem[] }) {
  return (
    <nav className={css.bottomBar} aria-label="Main, bottom">
      <ul className={css.bottomList}>
        {items.map(({ to, end, icon: Icon, label, live }) => (
          <li key={to} className={css.bottomCell}>
            <NavLink to={to} end={end} className={css.bottomItem} prefetch="intent">
              <span className={css.bottomIcon}>
                <Icon size={22} aria-hidden="true" />
                {live && <LiveDot className={dot} />}
              </span>
              {label}
              {live && <span className={visuallyHidden}>(live now)</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
