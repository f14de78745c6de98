import type { ReactNode } from 'react'
import { visuallyHidden } from './visually-hidden.css.ts'

/** Text that only assistive technology reads. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visuallyHidden}>{children}</span>
}
