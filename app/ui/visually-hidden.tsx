import type { ReactNode } from 'react'
import { visuallyHidden } from './visually-hidden.css.ts'

/** Renders text for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visuallyHidden}>{children}</span>
}
