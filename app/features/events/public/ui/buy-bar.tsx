import { useEffect, useState } from 'react'
import * as button from '#ui/button.css.ts'
import { classNames } from '#ui/class-names.ts'
import type { ticketsLine } from '../../events.rules.ts'
import * as css from './buy-bar.css.ts'

/**
 * On a phone, the price and the way to the tickets at the bottom of the screen; it leaves when the tickets are on the screen,
 * and for the picker's own bar once something is chosen. Without JavaScript it stays.
 * @param more whether other events follow below, for an event without tickets
 */
export function BuyBar({ line, more }: { line: ReturnType<typeof ticketsLine>; more: boolean }) {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const tickets = document.getElementById('tickets')
    if (!tickets) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === true), {
      rootMargin: '0px 0px -30%',
    })
    observer.observe(tickets)
    return () => observer.disconnect()
  }, [])
  if (!line) return null
  return (
    <div className={css.bar} data-away={away}>
      <p className={css.words}>
        <span className={css.main}>{line.main}</span>
        {line.note && (
          <span className={css.note} suppressHydrationWarning>
            {line.note}
          </span>
        )}
      </p>
      {line.action ? (
        <a href="#tickets" className={classNames(button.variant.primary, button.size.lg)}>
          {line.action}
        </a>
      ) : (
        more && (
          <a href="#more" className={classNames(button.variant.secondary, button.size.lg)}>
            More like this
          </a>
        )
      )}
    </div>
  )
}
