/** Lists what the door can decide about a code. */
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
  'list_closed',
  'undone',
  'wrong_gate',
  'capacity_hold',
  /** It left and may not come in again. */
  'no_reentry',
  /** An exit scan of a ticket that was inside. */
  'exited',
  /** An exit scan of a ticket that was not. */
  'not_inside',
  /** Nobody scanned: it was still inside when the event was over. */
  'checked_out',
  /** Let in without a network on the signature alone, by a device whose pack has no such ticket; stored as ok. */
  'offline_unverified',
] as const
export type ScanResult = (typeof scanResults)[number]

/** Lists how a door manager resolves a holder's report of a scan. */
export const reportOutcomes = ['new_code', 'denied', 'explained'] as const
