import type { ReactNode } from 'react'
import { machineTime } from '#core/machine-time.ts'
import * as css from './cells.css.ts'

/** Draws what cells of lists hold. */

/** Puts lines below each other, on a phone beside each other where they fit. */
export function Lines({ children }: { children: ReactNode }) {
  return <span className={css.lines}>{children}</span>
}

/** Shows what explains the line above it. @param isOneLine cuts it where it is longer than a line */
export function Faint({ children, isOneLine = false }: { children: ReactNode; isOneLine?: boolean }) {
  return <span className={isOneLine ? css.oneLine : css.faint}>{children}</span>
}

/** Keeps text to one line and cuts it where it is longer. */
export function OneLine({ children }: { children: ReactNode }) {
  return <span className={css.cut}>{children}</span>
}

/** Gives a long title room beside columns that keep to one line. */
export function Roomy({ children }: { children: ReactNode }) {
  return <span className={css.roomy}>{children}</span>
}

/** Puts badges into one row. */
export function Badges({ children }: { children: ReactNode }) {
  return <span className={css.badges}>{children}</span>
}

/** Shows an instant as words. The zone's name may differ between server and browser. */
export function Time({ at, children }: { at: string; children: ReactNode }) {
  return (
    <time dateTime={machineTime(at)} suppressHydrationWarning>
      {children}
    </time>
  )
}

/** Stands where there is nothing to show; a card on a phone leaves it out. */
export function Dash() {
  return <span className={css.dash}>—</span>
}
