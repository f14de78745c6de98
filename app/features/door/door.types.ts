/** What the door decided about a code. */
export const scanResults = [
  'ok',
  'already_in',
  'void_refunded',
  'void_cancelled',
  'in_transfer',
  'listed',
  'wrong_event',
  'not_yet',
  'ended',
  'unpaid',
  'blocked',
  'unknown',
  'bad_signature',
  'old_code',
  'test_ticket',
  'undone',
] as const
export type ScanResult = (typeof scanResults)[number]

/** How full the house is. */
export type DoorCounters = { tickets: number; inNow: number; admitted: number; remaining: number }

/** The answer to one scan. Instants are ISO 8601. */
export type ScanAnswer = {
  result: ScanResult
  /** The browser that admitted this ticket read it again within 5 s: nobody new is at the door. */
  bounce: boolean
  firstName: string | null
  typeName: string | null
  minAge: number
  /** Where and when the same ticket was admitted before. */
  firstAt: string | null
  firstGate: string | null
  firstBy: string | null
  serverNow: string
  counters: DoorCounters
}

/** An event whose door the signed-in person may stand at. */
export type DoorEvent = {
  id: string
  title: string
  status: string
  venueName: string | null
  city: string | null
  timeZone: string
  doorsAt: string
  startsAt: string
  endsAt: string
  minAge: number
  counters: DoorCounters
}
