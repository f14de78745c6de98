import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { WaitlistQuery } from './waitlist.schema.ts'
import {
  myWaitlistSchema,
  type StaffWaitlist,
  staffWaitlistSchema,
  type WaitlistEntry,
} from './waitlist.types.ts'

/** Reads the caller's open entries, the next event first. */
export async function readMyWaitlist(args: RequestArgs): Promise<WaitlistEntry[]> {
  return await rpc(userClient(args), 'read_my_waitlist', {}, myWaitlistSchema)
}

/** Reads the waitlist of an event for staff; null for an event that they may not see. Refuses `not_allowed`. */
export async function readStaffWaitlist(
  args: RequestArgs,
  { event, show, after }: WaitlistQuery,
): Promise<StaffWaitlist | null> {
  if (!event) return null
  const values = { p_event: event, p_show: show, p_after: after }
  return await rpc(userClient(args), 'list_waitlist', values, staffWaitlistSchema)
}
