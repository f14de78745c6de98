import * as z from 'zod'
import { type AdmittedGuests, admittedGuestsSchema } from '#core/door-guests.ts'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { NewGuest } from './guest-lists.rules.ts'
import type { AskGuests, GuestListForm } from './guest-lists.schema.ts'

/**
 * Opens a guest list or changes it.
 * @param about the list, null for a new one, and its event
 * @returns its id; refused as `save_guest_list` refuses
 */
export function saveGuestList(
  args: RequestArgs,
  about: { id: string | null; eventId: string },
  { late, latePriceCents, priceCents, ...form }: GuestListForm,
): Promise<Result<string>> {
  const list = {
    ...about,
    ...form,
    priceCents: form.kind === 'reduced' ? priceCents : 0,
    latePriceCents: late === 'pay' ? latePriceCents : null,
  }
  return rpcResult(userClient(args), 'save_guest_list', { p_list: list }, z.uuid())
}

/** Adds names to a guest list, all or none, once for each key. @returns how many; refused as `add_guests` refuses */
export function addGuests(
  args: RequestArgs,
  list: string,
  guests: readonly NewGuest[],
  key: string,
): Promise<Result<number>> {
  const entries = guests.map((guest) => ({ ...guest }))
  return rpcResult(userClient(args), 'add_guests', { p_list: list, p_entries: entries, p_key: key }, z.int())
}

/** Removes names from their lists, but those of whom somebody came. @returns how many */
export function removeGuests(args: RequestArgs, entries: string[]): Promise<Result<number>> {
  return rpcResult(userClient(args), 'remove_guests', { p_entries: entries }, z.int())
}

/** Moves names to another list of their event, but those of whom somebody came. @returns how many; refused as `move_guests` refuses */
export function moveGuests(args: RequestArgs, entries: string[], list: string): Promise<Result<number>> {
  return rpcResult(userClient(args), 'move_guests', { p_entries: entries, p_list: list }, z.int())
}

/**
 * Decides about two names that are alike.
 * @param keep the one that stays, of the same person; left out: they are different people
 */
export function decideGuestPair(
  args: RequestArgs,
  { first, second, keep }: { first: string; second: string; keep?: string | undefined },
): Promise<Result<null>> {
  return rpcResult(
    userClient(args),
    'decide_guest_pair',
    { p_first: first, p_second: second, p_keep: keep ?? null },
    z.null(),
  )
}

/** Admits guests of a list, or returns the reason why not; with the staff member's own session. Refused as `admit_guests` refuses. */
export function admitGuests(
  args: RequestArgs,
  { event, entry, heads, scan, gate, device, reason, paid }: Extract<AskGuests, { intent: 'admit' }>,
): Promise<Result<AdmittedGuests>> {
  return rpcResult(
    userClient(args),
    'admit_guests',
    {
      p_event: event,
      p_entry: entry,
      p_heads: Number(heads),
      p_scan_uid: scan,
      p_gate: gate,
      p_device: device ?? null,
      p_late_reason: reason ?? null,
      p_paid: paid === 'on',
    },
    admittedGuestsSchema,
  )
}

/** Takes an admission back, with the door manager's own session. Refused as `undo_guests` refuses. */
export function undoGuests(
  args: RequestArgs,
  { event, admitted, scan, reason }: Extract<AskGuests, { intent: 'undo' }>,
): Promise<Result<AdmittedGuests>> {
  return rpcResult(
    userClient(args),
    'undo_guests',
    { p_event: event, p_scan: admitted, p_scan_uid: scan, p_reason: reason },
    admittedGuestsSchema,
  )
}
