import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import * as css from './popup.css.ts'

/** Radix' own delays are the specification's: 700 ms to open, 300 ms to skip from one to the next. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/**
 * A tooltip around one control, for code that is fetched late anyway; other places use `Tooltip`.
 * @param hidden keeps it closed, while the control's own menu is open for example
 */
export function TooltipTip({
  label,
  hidden = false,
  children,
}: {
  label: string
  hidden?: boolean
  children: ReactElement
}) {
  return (
    <Radix.Root {...(hidden ? { open: false } : {})}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={css.tooltip} sideOffset={6} collisionPadding={8} aria-hidden>
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
