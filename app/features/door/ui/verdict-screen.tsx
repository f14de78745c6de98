import { Link } from '@remix-run/react'
import {
  ArrowRightLeft,
  Ban,
  Check,
  Clock,
  CloudOff,
  Hand,
  Lock,
  LogOut,
  type LucideIcon,
  Repeat2,
  Signpost,
  Tag,
  TriangleAlert,
  WifiOff,
  X,
} from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { formatClock } from '#core/event-time.ts'
import type { ScanResult } from '#core/scan-results.ts'
import {
  agoText,
  firstScan,
  isCalled,
  type Person,
  returnsAfter,
  scanSentence,
  type Verdict,
  verdictNames,
  verdictOf,
} from '../door.rules.ts'
import type { ScanResponse } from '../door.types.ts'
import { Attention } from './attention.tsx'
import { ResultFrame } from './result-frame.tsx'
import * as css from './verdict-screen.css.ts'

const icons: Record<Verdict, LucideIcon> = {
  admit: Check,
  again: Repeat2,
  out: LogOut,
  check: TriangleAlert,
  stop: X,
}
/** Results that ask for something else than the others of their colour. */
const iconsOfResults: Partial<Record<ScanResult, LucideIcon>> = {
  wrong_gate: Signpost,
  not_yet: Clock,
  list_closed: Lock,
  in_transfer: ArrowRightLeft,
  listed: Tag,
  blocked: Ban,
  capacity_hold: Hand,
  offline_unverified: WifiOff,
}

type VerdictScreenProps = {
  scan: ScanResponse
  /** Other tickets of the order that may come in. */
  people?: Person[]
  /** IANA zone of the event. */
  zone: string
  isTraining?: boolean
  busy?: boolean
  /** Says why the others did not come in. */
  trouble?: string | null
  /** The page for the next scan, before JavaScript arrives. */
  nextHref: string
  onNext: () => void
  onGroup?: (people: Person[]) => void
  onChoose?: () => void
}

/** Shows the response to a scan over the whole screen. Green closes by itself; the others wait for a tap. */
export function VerdictScreen({ scan, people = [], zone, isTraining = false, ...rest }: VerdictScreenProps) {
  const { busy = false, trouble = null, nextHref, onNext, onGroup, onChoose } = rest
  const verdict = verdictOf(scan)
  const next = useRef<HTMLAnchorElement>(null)
  useReturn(busy || trouble || isCalled(scan) ? null : returnsAfter(verdict, people.length > 0), onNext)
  useEffect(() => next.current?.focus(), [])
  return (
    <ResultFrame
      tone={verdict}
      icon={(!scan.bounce && iconsOfResults[scan.result]) || icons[verdict]}
      word={verdictNames[verdict]}
      isTraining={isTraining}
      actions={
        <>
          {trouble && <p className={css.sentence}>{trouble}</p>}
          {people.length > 0 && onGroup && onChoose && (
            <div className={css.actions}>
              <button
                type="button"
                className={css.action}
                aria-disabled={busy}
                onClick={() => onGroup(people)}
              >
                {people.length === 1 ? `Let in ${people[0]?.name} too` : `Let in all ${people.length} others`}
              </button>
              {people.length > 1 && (
                <button type="button" className={css.choice} aria-disabled={busy} onClick={onChoose}>
                  Choose who
                </button>
              )}
            </div>
          )}
          <NextScan link={next} href={nextHref} onNext={onNext} />
        </>
      }
    >
      {scan.result !== 'ok' && <p className={css.reason}>{scanSentence(scan)}</p>}
      <Facts scan={scan} />
      <Attention flags={scan} comesIn={verdict === 'admit' || scan.result === 'offline_unverified'} />
      {verdict === 'check' && scan.result === 'already_in' && <First scan={scan} zone={zone} />}
      {scan.offline && <OfflineLine madeAt={scan.offline.madeAt} zone={zone} />}
    </ResultFrame>
  )
}

/** Says that the phone decided by itself, and how old its list is. @param zone IANA zone of the event */
export function OfflineLine({ madeAt, zone }: { madeAt: string; zone: string }) {
  return (
    <p className={css.offline}>
      <CloudOff size={20} aria-hidden="true" />
      Offline, list from {formatClock(madeAt, zone)}
    </p>
  )
}

/** Names the person, the ticket and the table. */
export function Facts({ scan }: { scan: ScanResponse }) {
  return (
    <>
      {scan.firstName && <p className={css.name}>{scan.firstName}</p>}
      {scan.typeName && <p>{scan.typeName}</p>}
      {scan.table ? (
        <p>
          {scan.table.name}, {scan.table.section}: {scan.table.arrived} of {scan.table.guests} in
        </p>
      ) : (
        scan.partOf && <p>{scan.partOf}</p>
      )}
    </>
  )
}

function First({ scan, zone }: { scan: ScanResponse; zone: string }) {
  const first = firstScan(scan, zone)
  if (!first || !scan.firstAt) return null
  return (
    <p className={css.sentence}>
      {first} ({agoText(scan.firstAt, scan.serverNow)})
    </p>
  )
}

/** Leads to the next scan; the whole screen around it presses it. */
export function NextScan({
  link,
  href,
  onNext,
}: {
  link: RefObject<HTMLAnchorElement>
  href: string
  onNext: () => void
}) {
  return (
    <Link
      ref={link}
      to={href}
      className={css.next}
      onClick={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      Next scan
    </Link>
  )
}

/** @param ms milliseconds until it returns by itself; null: it does not */
export function useReturn(ms: number | null, onNext: () => void): void {
  const done = useRef(onNext)
  done.current = onNext
  useEffect(() => {
    if (ms === null) return
    const timer = setTimeout(() => done.current(), ms)
    return () => clearTimeout(timer)
  }, [ms])
}
