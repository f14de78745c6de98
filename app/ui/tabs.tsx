import { Link, NavLink } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import * as css from './tabs.css.ts'

/**
 * Renders tabs that are pages of their own, each with an address. They scroll where they don't fit, starting at the
 * current one.
 * @param tabs `current` marks the one that is shown, for tabs that differ in the query alone
 */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { to: string; label: ReactNode; end?: boolean; current?: boolean }[]
}) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (shown && list.current) list.current.scrollLeft = shown.offsetLeft - list.current.offsetLeft - 8
  }, [])
  return (
    <nav ref={list} aria-label={label} className={css.list}>
      {tabs.map(({ to, label: text, end = true, current }) =>
        current === undefined ? (
          <NavLink key={to} to={to} end={end} className={css.tab} preventScrollReset>
            {text}
          </NavLink>
        ) : (
          <Link
            key={to}
            to={to}
            className={css.tab}
            preventScrollReset
            aria-current={current ? 'page' : undefined}
          >
            {text}
          </Link>
        ),
      )}
    </nav>
  )
}
