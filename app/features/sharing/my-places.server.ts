import type { RequestArgs } from '#server/session.server.ts'
import { readMyAllocations } from './allocations/allocations.reads.server.ts'
import { readMyWaitlist } from './waitlist/waitlist.reads.server.ts'
import type { WaitlistEntry } from './waitlist/waitlist.types.ts'

/** Reads what the caller waits for, and how many allocations they hand places of on. */
export async function readMyPlaces(
  args: RequestArgs,
): Promise<{ waiting: WaitlistEntry[]; allocations: number }> {
  const [waiting, { allocations }] = await Promise.all([readMyWaitlist(args), readMyAllocations(args)])
  return { waiting, allocations: allocations.length }
}
