import type { LucideIcon } from 'lucide-react'

/** Describes a link of the navigation. */
export type NavItem = {
  to: string
  label: string
  icon: LucideIcon
  /** Marks the link as current only on exactly this path, not below it. */
  end?: boolean
  /** Shows a pulsing dot and announces it to assistive technology. */
  live?: boolean
}
