import { Link } from '@remix-run/react'
import { Check, Repeat2, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  agoText,
  firstScan,
  returnsAfter,
  scanSentence,
  type Verdict,
  verdictNames,
  verdictOf,
} from '../door.rules.ts'
import type { ScanResponse } from '../door.types.ts'
import * as css from './verdict-screen.css.ts'

const icons: Record<Verdict, typeof Check> = {
  admit: Check,
  again: Repeat2,
  check: TriangleAlert,
  stop: X,
}

/**
 * Shows the response to a scan over the whole screen: colour, icon and text mean the same. Green closes by itself; the others
 * wait for a tap.
 * @param nextHref the page for the next scan, before JavaScript arrives
 */
export function VerdictScreen({
  scan,
  zone,
  nextHref,
  onNext,
}: {
  scan: ScanResponse
  /** IANA zone of the event. */
  zone: string
  nextHref: string
  onNext: () => void
}) {
  const verdict = verdictOf(scan)
  const Icon = icons[verdict]
  const next = useRef<HTMLAnchorElement>(null)
  const done = useRef(onNext)
  done.current = onNext
  useEffect(() => {
    next.current?.focus()
    const ms = returnsAfter(verdict)
    if (ms === null) return
    const timer = setTimeout(() => done.current(), ms)
    return () => clearTimeout(timer)
  }, [verdict])
  const first = verdict === 'check' && scan.result === 'already_in' ? firstScan(scan, zone) : null
  return (
    <div
      className={css.screen[verdict]}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="verdict"
      aria-describedby="why"
    >
      <div className={css.text} role="alert">
        <Icon className={css.icon} strokeWidth={3} aria-hidden="true" />
        <p id="verdict" className={css.word}>
          {verdictNames[verdict]}
        </p>
        <div id="why" className={css.why}>
          {scan.firstName && <p className={css.name}>{scan.firstName}</p>}
          {scan.isVip && <p className={css.name}>VIP</p>}
          {scan.typeName && <p>{scan.typeName}</p>}
          {scan.table ? (
            <p>
              {scan.table.name}, {scan.table.section}: {scan.table.arrived} of {scan.table.guests} in
            </p>
          ) : (
            scan.partOf && <p>{scan.partOf}</p>
          )}
          {scan.addOns.map(({ name, quantity }) => (
            <p key={name}>
              {quantity} × {name}
            </p>
          ))}
          {verdict === 'admit' && scan.minAge > 0 && <p>Check ID: {scan.minAge}+</p>}
          {scan.result !== 'ok' && <p className={css.sentence}>{scanSentence(scan)}</p>}
          {first && scan.firstAt && (
            <p className={css.sentence}>
              {first} ({agoText(scan.firstAt, scan.serverNow)})
            </p>
          )}
        </div>
      </div>
      <Link
        ref={next}
        to={nextHref}
        className={css.next}
        onClick={(event) => {
          event.preventDefault()
          onNext()
        }}
      >
        Next scan
      </Link>
    </div>
  )
}
