import { type FoundGuests, foundGuestsSchema } from '#core/door-guests.ts'
import type { Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { GuestsQuery } from './guest-lists.schema.ts'
import {
  type GuestListPage,
  type GuestPairs,
  type Guests,
  guestListPageSchema,
  guestPairsSchema,
  guestsSchema,
} from './guest-lists.types.ts'

/** Reads a page of the names on the guest lists of an event, with the lists; admins only. */
export function listGuests(args: RequestArgs, query: GuestsQuery): Promise<Guests> {
  const { event, list, show, q, sort, rows, after } = query
  return rpc(
    userClient(args),
    'list_guests',
    {
      p_event: event,
      p_list: list,
      p_show: show,
      p_search: q || null,
      p_sort: sort,
      p_limit: Number(rows),
      p_after: after,
    },
    guestsSchema,
  )
}

/**
 * Reads a guest list for its form.
 * @param list null for a new one of `event`
 * @returns null where there is none
 */
export function readGuestList(
  args: RequestArgs,
  { list, event = null }: { list: string | null; event?: string | null },
): Promise<GuestListPage | null> {
  return rpc(userClient(args), 'read_guest_list', { p_list: list, p_event: event }, guestListPageSchema)
}

/** Lists names of an event that are alike and that nobody has decided about; admins only. */
export function listGuestPairs(args: RequestArgs, event: string): Promise<GuestPairs> {
  return rpc(userClient(args), 'list_guest_pairs', { p_event: event }, guestPairsSchema)
}

/**
 * Searches the guest lists of an event as its door does.
 * @param search beginnings of words of a name, two letters or more; else no guest is found
 * @returns the lists and guests, or the refusal not_allowed
 */
export function findGuests(args: RequestArgs, event: string, search: string): Promise<Result<FoundGuests>> {
  return rpcResult(
    userClient(args),
    'find_guests',
    { p_event: event, p_search: search || null },
    foundGuestsSchema,
  )
}
