import { useLocation } from '@remix-run/react'
import { Moon, Sun, SunMoon } from 'lucide-react'
import type { ThemeChoice } from '#core/theme-choice.ts'
import { Menu } from '../menu.tsx'
import * as css from './tools.css.ts'

const choices = [
  { choice: 'light', label: 'Light', icon: Sun },
  { choice: 'dark', label: 'Dark', icon: Moon },
  { choice: 'system', label: 'System', icon: SunMoon },
] as const

/**
 * Renders the theme switcher. Before JavaScript arrives each choice is a small form.
 * @param action where the forms post `theme` and `redirect`
 */
export function ThemeMenu({
  choice,
  action,
  onChoose,
}: {
  choice: ThemeChoice
  action: string
  onChoose: (choice: ThemeChoice) => void
}) {
  const { pathname, search } = useLocation()
  const Icon = choices.find((one) => one.choice === choice)?.icon ?? SunMoon
  return (
    <Menu
      label="Change theme"
      trigger={<Icon size={21} aria-hidden="true" />}
      triggerClassName={css.tool}
      entries={choices.map((one) => ({
        kind: 'action',
        label: one.label,
        icon: one.icon,
        checked: one.choice === choice,
        form: { action, fields: { theme: one.choice, redirect: pathname + search } },
        onSelect: () => onChoose(one.choice),
      }))}
    />
  )
}
