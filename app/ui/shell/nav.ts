import type { LucideIcon } from 'lucide-react'

/** One place the navigation leads to. */
export type NavItem = {
  to: string
  label: string
  icon: LucideIcon
  /** Current only on exactly this path, not below it. */
  end?: boolean
  /** Shows a pulsing dot and is told to assistive technology. */
  live?: boolean
}
