import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Occupancy, occupancySchema } from './zones.types.ts'

/** Reads how full an event is, place by place. Needs the scan grant for it. @returns null for an event that is not there */
export function readOccupancy(args: RequestArgs, event: string): Promise<Occupancy | null> {
  return rpc(userClient(args), 'read_occupancy', { p_event: event }, occupancySchema)
}
