import { NavLink } from '@remix-run/react'
import { classNames } from '../class-names.ts'
import { LiveDot } from '../live-dot.tsx'
import { visuallyHidden } from '../visually-hidden.css.ts'
import * as css from './bottom-bar.css.ts'
import type { NavItem } from './nav.ts'

/** Limits the items to those whose labels fit beside one another on a screen of 360 px. */
const mostLabels = 5

/**
 * Renders the phone's navigation at the bottom; hidden from the medium breakpoint up. With more than five items only the
 * current one's label is drawn; the others are icons, and screen readers read their labels.
 */
export function BottomBar({ items }: { items: readonly NavItem[] }) {
  const iconsOnly = items.length > mostLabels
  return (
    <nav className={css.bar} aria-label="Main, bottom">
      <ul className={classNames(css.list, iconsOnly && css.iconsOnly)}>
        {items.map(({ to, end, icon: Icon, label, live }) => (
          <li key={to} className={css.cell}>
            <NavLink
              to={to}
              end={end}
              className={css.item}
              prefetch="intent"
              title={iconsOnly ? label : undefined}
            >
              <span className={css.icon}>
                <Icon size={22} aria-hidden="true" />
                {live && <LiveDot className={css.dot} />}
              </span>
              <span className={css.label}>{label}</span>
              {live && <span className={visuallyHidden}>(live now)</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
