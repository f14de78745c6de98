import { useRef, useState } from 'react'
import {
  isCalled,
  isMistyped,
  type Person,
  peopleOf,
  returnsAfter,
  verdictOf,
  verdictOfGroup,
} from '../door.rules.ts'
import { mistypedMessage } from '../door.schema.ts'
import type { DoorCounters, GroupResponse, ScanResponse } from '../door.types.ts'
import type { Door } from './ask-door.ts'
import { deviceId } from './device-id.ts'
import { signal } from './signals.ts'

/** Sets how long a code that was just decided is not read again, in milliseconds from when it was last in view. */
const sameCodeAfter = 5000

/** The beginning of a station: the result of a code that was posted without JavaScript, if any. */
export type Posted = {
  scanned: ScanResponse | null
  /** Names what was posted while it waits for a press. */
  read: Read | null
  refusal: string | null
  /** Says what is wrong with that code itself. */
  codeError: string | null
}

/** A code that a station read: its text, and the scan that admits it. */
export type Read = { code: string; method: 'camera' | 'code'; scan: string }

/**
 * The screen that covers the station: the verdict on a scan; a ticket that was looked up and waits for a press; the choice of who of its
 * order comes in; what became of them. `people` may come in together, the one that was read first if it is not in.
 */
export type Shown =
  | { step: 'verdict' | 'look' | 'choose'; scan: ScanResponse; read: Read; people: Person[] }
  | { step: 'group'; group: GroupResponse; people: Person[] }

/** State of a station's latest scan, and its actions. */
export type Scanning = {
  /** Null while the station waits for a code. */
  shown: Shown | null
  /** True while the next code may be read: nothing is shown that waits for a press. */
  isReady: boolean
  /** Says why the latest scan has no response. */
  trouble: string | null
  wrongCode: string | null
  busy: boolean
  /** Takes what the camera sees, again and again while it stays in view. */
  see: (code: string) => void
  /** Takes the code of a photo. */
  readPhoto: (code: string) => void
  /** Takes a code that was typed, by a hand or a handheld scanner. */
  type: (code: string) => void
  /** Admits the ticket that was looked up. */
  admit: () => void
  /** Admits these people of the ticket's order. */
  admitGroup: (people: Person[]) => void
  /** Asks who of the ticket's order comes in. */
  choose: () => void
  /** Takes away what is shown. */
  next: () => void
}

/** Milliseconds after which what is shown goes away by itself; null where a person has to press. */
export function shownFor(shown: Shown): number | null {
  if (shown.step === 'verdict')
    return isCalled(shown.scan) ? null : returnsAfter(verdictOf(shown.scan), shown.people.length > 0)
  if (shown.step !== 'group' || isCalled(shown.group)) return null
  return returnsAfter(verdictOfGroup(shown.group), true)
}

function shownFirst({ scanned, read }: Posted): Shown | null {
  const nothing: Read = { code: '', method: 'code', scan: '' }
  return scanned && { step: read ? 'look' : 'verdict', scan: scanned, read: read ?? nothing, people: [] }
}

/**
 * Decides codes at one station, one after the other. A green screen does not hold up the next code, which replaces it.
 * @param door the only place that says who may come in
 * @param asksFirst true where a ticket is looked up, and a press admits it
 * @param isExit true while scans let people out; that is never asked first
 * @param setCounters called with the counters of each response
 */
export function useScan(
  place: { event: string; gate: string },
  first: Posted,
  { door, asksFirst, isExit }: { door: Door; asksFirst: boolean; isExit: boolean },
  setCounters: (counters: DoorCounters) => void,
): Scanning {
  const [shown, setShown] = useState(() => shownFirst(first))
  const [trouble, setTrouble] = useState(first.refusal)
  const [wrongCode, setWrongCode] = useState(first.codeError)
  const [busy, setBusy] = useState(false)
  /** A scan that got no response: the same code again is the same scan, so that its first response is not lost. */
  const pendingScan = useRef({ code: '', scan: '' })
  /** The same code is another scan when the person goes the other way. */
  const keyOf = (code: string) => (isExit ? `exit ${code}` : code)
  const last = useRef({ code: '', at: 0 })
  const isReady = !busy && (shown === null || shownFor(shown) !== null)

  async function decide(read: Read, way: 'scan' | 'lookUp') {
    setBusy(true)
    setTrouble(null)
    setWrongCode(null)
    // Nobody takes the last person's green for this one's.
    setShown(null)
    const action = isExit ? { action: 'exit' as const } : {}
    const sent = await door[way]({ ...place, ...read, ...action, device: deviceId() })
    last.current = { code: keyOf(read.code), at: performance.now() }
    const isLost = 'trouble' in sent && !sent.decided
    pendingScan.current = isLost ? { code: keyOf(read.code), scan: read.scan } : { code: '', scan: '' }
    setBusy(false)
    if ('trouble' in sent) {
      signal('check')
      setTrouble(sent.trouble)
      return
    }
    const { scanned } = sent
    const step = way === 'lookUp' && scanned.result === 'ok' ? 'look' : 'verdict'
    signal(step === 'look' ? 'ask' : verdictOf(scanned))
    setCounters(scanned.counters)
    setShown({ step, scan: scanned, read, people: peopleOf(scanned, step === 'look' ? read.scan : null) })
  }

  function read(code: string, method: 'camera' | 'code') {
    if (!isReady) return
    const scan = pendingScan.current.code === keyOf(code) ? pendingScan.current.scan : crypto.randomUUID()
    void decide({ code, method, scan }, asksFirst && !isExit ? 'lookUp' : 'scan')
  }

  function see(code: string) {
    const now = performance.now()
    const key = keyOf(code)
    const again = key === last.current.code && now - last.current.at < sameCodeAfter
    // A code that stays in view was read once; one that got no response is tried again.
    if (again && pendingScan.current.code !== key) last.current.at = now
    if (!again) read(code, 'camera')
  }

  function type(code: string) {
    if (!isMistyped(code)) {
      read(code, 'code')
      return
    }
    signal('check')
    setTrouble(null)
    setWrongCode(mistypedMessage)
  }

  async function admitGroup(people: Person[]) {
    if (busy || !shown || shown.step === 'group') return
    setBusy(true)
    setTrouble(null)
    const { code, method } = shown.read
    const tickets = people.map(({ ticketId, scan }) => ({ ticket: ticketId, scan }))
    const sent = await door.admitGroup({ ...place, code, method, tickets, device: deviceId() })
    last.current = { code: keyOf(code), at: performance.now() }
    setBusy(false)
    if ('trouble' in sent) {
      signal('check')
      setTrouble(sent.trouble)
      return
    }
    signal(verdictOfGroup(sent.admitted))
    setCounters(sent.admitted.counters)
    setShown({ step: 'group', group: sent.admitted, people })
  }

  function next() {
    last.current.at = performance.now()
    setTrouble(null)
    setShown(null)
  }

  return {
    shown,
    isReady,
    trouble,
    wrongCode,
    busy,
    see,
    readPhoto: (code) => read(code, 'camera'),
    type,
    admit: () => shown?.step === 'look' && !busy && void decide(shown.read, 'scan'),
    admitGroup: (people) => void admitGroup(people),
    choose: () => shown && shown.step !== 'group' && setShown({ ...shown, step: 'choose' }),
    next,
  }
}
