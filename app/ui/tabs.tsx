import { Link, NavLink } from '@remix-run/react'
import { Tabs as Radix } from 'radix-ui'
import type { MouseEvent, ReactNode } from 'react'
import * as css from './tabs.css.ts'

export type Tab = {
  value: string
  label: ReactNode
  content: ReactNode
  /** The page that shows this tab before JavaScript arrives. */
  href?: string
}

/**
 * Tabs over panels of one page. Arrow keys move between them; only the chosen panel is rendered.
 * @param label names the list of tabs
 */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (value: string) => void
}) {
  const stay = (event: MouseEvent) => event.preventDefault()
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List className={css.list} aria-label={label}>
        {tabs.map((tab) =>
          tab.href ? (
            <Radix.Trigger key={tab.value} value={tab.value} className={css.tab} asChild type={undefined}>
              <a href={tab.href} onClick={stay}>
                {tab.label}
              </a>
            </Radix.Trigger>
          ) : (
            <Radix.Trigger key={tab.value} value={tab.value} className={css.tab}>
              {tab.label}
            </Radix.Trigger>
          ),
        )}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={css.panel}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/**
 * Tabs that are pages of their own, each with an address.
 * @param tabs `current` says which one is shown where the path alone does not tell (tabs in the query)
 */
export function LinkTabs({
  label,
  tabs,
}: {
  label: string
  tabs: readonly { to: string; label: ReactNode; end?: boolean; current?: boolean }[]
}) {
  return (
    <nav aria-label={label} className={css.list}>
      {tabs.map(({ to, label: words, end = true, current }) =>
        current === undefined ? (
          <NavLink key={to} to={to} end={end} className={css.tab} preventScrollReset>
            {words}
          </NavLink>
        ) : (
          <Link
            key={to}
            to={to}
            className={css.tab}
            preventScrollReset
            aria-current={current ? 'page' : undefined}
          >
            {words}
          </Link>
        ),
      )}
    </nav>
  )
}
