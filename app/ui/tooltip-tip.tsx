import * as Radix from 'radix-ui/tooltip'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as css from './popup.css.ts'

/** Sets the delay before a resting pointer opens a tooltip, in milliseconds (specification, section 9). */
const openDelay = 700
/** Sets the time after one tooltip closed in which the next one opens at once, in milliseconds. */
const skipDelay = 300

/** Holds the time from which the next tooltip waits again. Each tooltip has its own provider, so they share it here. */
let waitsFrom = 0

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelay} skipDelayDuration={skipDelay}>
      {children}
    </Radix.Provider>
  )
}

/**
 * Renders a tooltip around one control, for code that is fetched on demand anyway; other places use `Tooltip`.
 * @param focused whether the control had the focus before it was wrapped
 * @param hidden keeps it closed, while the control's own menu is open for example
 */
export function TooltipTip({
  label,
  focused = false,
  hidden = false,
  children,
}: {
  label: string
  focused?: boolean
  hidden?: boolean
  children: ReactElement
}) {
  const [delay, setDelay] = useState(openDelay)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) trigger.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <Radix.Root
      delayDuration={delay}
      onOpenChange={(open) => {
        if (!open) waitsFrom = Date.now() + skipDelay
      }}
      {...(hidden ? { open: false } : {})}
    >
      <Radix.Trigger
        ref={trigger}
        asChild
        // Not "enter": React does not report it for an element that was put under a resting pointer.
        onPointerOver={({ currentTarget, pointerType }) => {
          flushSync(() => setDelay(Date.now() < waitsFrom ? 0 : openDelay))
          // Opens for a pointer that rests here already: Radix reacts only when a pointer moves.
          currentTarget.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType }))
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={css.tooltip} sideOffset={6} collisionPadding={8} aria-hidden>
          {label}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
