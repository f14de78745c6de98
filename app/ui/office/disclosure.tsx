import { useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import * as css from './disclosure.css.ts'
import { barButton } from './office-layout.css.ts'

/**
 * Renders a button that opens a panel under it; it works before JavaScript arrives. Esc, a press beside it and
 * navigation close it.
 */
export function Disclosure({
  summary,
  children,
  testId,
}: {
  summary: ReactNode
  children: ReactNode
  testId?: string
}) {
  const element = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the panel that led there
  useEffect(() => element.current?.removeAttribute('open'), [key])
  useEffect(() => {
    const close = (event: Event) => {
      const details = element.current
      if (!details?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
      } else if (event.target instanceof Node && details.contains(event.target)) return
      details.open = false
    }
    addEventListener('pointerdown', close)
    addEventListener('keydown', close)
    return () => {
      removeEventListener('pointerdown', close)
      removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={element} className={css.disclosure} data-testid={testId}>
      <summary className={barButton}>{summary}</summary>
      <div className={css.panel}>{children}</div>
    </details>
  )
}
