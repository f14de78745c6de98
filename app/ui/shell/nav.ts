import type { LucideIcon } from 'lucide-react'

/** A link of the navigation. */
export type NavItem = {
  to: string
  label: string
  icon: LucideIcon
  /** Current only on exactly this path, not below it. */
  end?: boolean
  /** Shows a pulsing dot and announces it to assistive technology. */
  live?: boolean
}
