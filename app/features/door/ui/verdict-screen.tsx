import { Link } from '@remix-run/react'
import { Check, Repeat2, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  agoText,
  firstScan,
  returnsAfter,
  scanSentence,
  type Verdict,
  verdictOf,
  verdictWords,
} from '../door.rules.ts'
import type { ScanAnswer } from '../door.types.ts'
import * as css from './verdict-screen.css.ts'

const icons: Record<Verdict, typeof Check> = {
  admit: Check,
  again: Repeat2,
  check: TriangleAlert,
  stop: X,
}

/**
 * The answer to a scan, over the whole screen: colour, sign and word say the same. Green goes away by itself; the others
 * wait for a tap.
 * @param nextHref the page for the next scan, before JavaScript arrives
 */
export function VerdictScreen({
  answer,
  zone,
  nextHref,
  onNext,
}: {
  answer: ScanAnswer
  /** IANA zone of the event. */
  zone: string
  nextHref: string
  onNext: () => void
}) {
  const verdict = verdictOf(answer)
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
  const first = verdict === 'check' && answer.result === 'already_in' ? firstScan(answer, zone) : null
  return (
    <div
      className={css.screen[verdict]}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="verdict"
      aria-describedby="why"
    >
      <div className={css.words} role="alert">
        <Icon className={css.icon} strokeWidth={3} aria-hidden="true" />
        <p id="verdict" className={css.word}>
          {verdictWords[verdict]}
        </p>
        <div id="why" className={css.why}>
          {answer.firstName && <p className={css.name}>{answer.firstName}</p>}
          {answer.typeName && <p>{answer.typeName}</p>}
          {verdict === 'admit' && answer.minAge > 0 && <p>Check ID: {answer.minAge}+</p>}
          {answer.result !== 'ok' && <p className={css.sentence}>{scanSentence(answer)}</p>}
          {first && answer.firstAt && (
            <p className={css.sentence}>
              {first} ({agoText(answer.firstAt, answer.serverNow)})
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
