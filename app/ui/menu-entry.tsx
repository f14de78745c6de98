import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import * as css from './popup.css.ts'

/** Describes one line of a menu. */
export type MenuEntry =
  | { kind: 'link'; to: string; label: string; icon?: LucideIcon }
  | {
      kind: 'action'
      label: string
      icon?: LucideIcon
      /** Posts this form before JavaScript arrives. */
      form: { action: string; fields: Record<string, string> }
      /** Runs when the entry is chosen, with JavaScript. */
      onSelect: () => void
      /** Says, for one of several choices, whether it is the chosen one. */
      checked?: boolean
    }
  | { kind: 'separator'; key: string }

export type MenuProps = {
  /** Names the button for screen readers. */
  label: string
  /** Fills the button. */
  trigger: ReactNode
  /** Names the button by its visible or hidden text alone: another name would differ from what is seen. */
  namedByTrigger?: boolean
  triggerClassName?: string
  /** Shows above the entries; not one of them. */
  header?: ReactNode
  entries: readonly MenuEntry[]
}

/** Renders icon, label and tick of an entry. */
export function MenuText({
  label,
  icon: Icon,
  checked,
}: {
  label: string
  icon?: LucideIcon
  checked?: boolean
}) {
  return (
    <>
      {Icon && <Icon size={20} className={css.itemIcon} aria-hidden="true" />}
      {label}
      {checked && <Check size={18} className={css.check} aria-hidden="true" />}
    </>
  )
}
