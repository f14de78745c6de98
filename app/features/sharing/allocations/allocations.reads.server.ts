import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { AllocationsQuery } from './allocations.schema.ts'
import {
  type AllocationList,
  allocationListSchema,
  myAllocationsSchema,
  type PlaceSplit,
  placeSplitSchema,
} from './allocations.types.ts'

/** Reads a page of the allocations of an event, or of all, for admins. Refuses `not_allowed`. */
export async function readAllocations(
  args: RequestArgs,
  { event, show, q, after }: AllocationsQuery,
): Promise<AllocationList> {
  const values = { p_event: event, p_show: show, p_search: q || null, p_after: after }
  return await rpc(userClient(args), 'list_allocations', values, allocationListSchema)
}

/** Reads the places that the caller hands on, the next event first. */
export async function readMyAllocations(args: RequestArgs): Promise<z.output<typeof myAllocationsSchema>> {
  return await rpc(userClient(args), 'read_my_allocations', {}, myAllocationsSchema)
}

/** Reads how the places of an event are split; null unless admins show it. */
export async function readPlaceSplit(
  args: RequestArgs,
  event: string | undefined,
): Promise<PlaceSplit | null> {
  const id = z.uuid().safeParse(event).data
  return id ? await rpc(userClient(args), 'read_place_split', { p_event: id }, placeSplitSchema) : null
}
