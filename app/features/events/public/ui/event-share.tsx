import { CalendarDays, Copy, MessageCircle, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as css from './event-share.css.ts'

/**
 * Ways to pass an event on: the phone's own share sheet where there is one, WhatsApp, the bare address, a calendar entry.
 * Before JavaScript loads only the links are shown; space is reserved for the buttons, so that the layout does not shift.
 * @param url the canonical address
 * @param calendar path of the calendar file; null where the event has none for this reader
 */
export function EventShare({
  title,
  url,
  calendar,
}: {
  title: string
  url: string
  calendar: string | null
}) {
  const [can, setCan] = useState({ share: false, copy: false })
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    setCan({ share: typeof navigator.share === 'function', copy: Boolean(navigator.clipboard) })
  }, [])
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 4000)
    return () => clearTimeout(timer)
  }, [copied])

  // closing the sheet without sharing rejects: nothing to say about it
  const share = () => navigator.share({ title, url }).catch(() => undefined)
  const copy = () => navigator.clipboard.writeText(url).then(() => setCopied(true))
  return (
    <div className={css.row}>
      {calendar && (
        <a className={css.link} href={calendar} download>
          <CalendarDays size={20} aria-hidden="true" />
          Calendar
        </a>
      )}
      <a
        className={css.link}
        href={`https://wa.me/?${new URLSearchParams({ text: `${title} ${url}` })}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <MessageCircle size={20} aria-hidden="true" />
        WhatsApp
      </a>
      <button type="button" className={css.link} onClick={copy} data-waiting={!can.copy}>
        <Copy size={20} aria-hidden="true" />
        <span aria-live="polite">{copied ? 'Link copied' : 'Copy link'}</span>
      </button>
      <button type="button" className={css.link} onClick={share} data-waiting={!can.share}>
        <Share2 size={20} aria-hidden="true" />
        Share
      </button>
    </div>
  )
}
