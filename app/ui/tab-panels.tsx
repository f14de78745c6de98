import * as Radix from 'radix-ui/tabs'
import type { MouseEvent, ReactNode } from 'react'
import * as css from './tabs.css.ts'

export type Tab = {
  value: string
  label: ReactNode
  content: ReactNode
  /** Leads to this tab before JavaScript arrives. */
  href?: string
}

/**
 * Renders tabs over panels of one page. Arrow keys move between them; only the chosen panel is rendered.
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
