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
      /** What the entry posts before JavaScript arrives. */
      form: { action: string; fields: Record<string, string> }
      /** What it does once JavaScript is there. */
      onSelect: () => void
      /** One of several choices: whether this is the chosen one. */
      checked?: boolean
    }
  | { kind: 'separator'; key: string }

export type MenuProps = {
  /** The accessible name of the button. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  /** The trigger's words, shown or hidden, are the name already; saying it apart would part what is seen from what is heard. */
  namedByTrigger?: boolean
  triggerClassName?: string
  /** Shown above the entries; not one of them. */
  header?: ReactNode
  entries: readonly MenuEntry[]
}

/** Icon, label and tick of an entry. */
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
