import { Check, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import * as css from './popup.css.ts'

/** One line of a menu. */
export type MenuEntry =
  | { kind: 'link'; to: string; label: string; icon?: LucideIcon }
  | {
      kind: 'action'
      label: string
      icon?: LucideIcon
      /** Form that the entry posts before JavaScript arrives. */
      form: { action: string; fields: Record<string, string> }
      /** Action of the entry with JavaScript. */
      onSelect: () => void
      /** Set for one of several choices: whether this is the chosen one. */
      checked?: boolean
    }
  | { kind: 'separator'; key: string }

export type MenuProps = {
  /** The accessible name of the button. */
  label: string
  /** Content of the button. */
  trigger: ReactNode
  /** Names the button by its visible or hidden text alone: another name would differ from what is seen. */
  namedByTrigger?: boolean
  triggerClassName?: string
  /** Shown above the entries; not one of them. */
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
