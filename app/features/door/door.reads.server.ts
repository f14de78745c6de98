import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type DoorEvent, type DoorPoll, doorEventListSchema, doorPollSchema } from './door.types.ts'

/** Lists the events around now at whose door the caller may scan, soonest first, with how full they are. */
export function listDoorEvents(args: RequestArgs): Promise<DoorEvent[]> {
  return rpc(userClient(args), 'list_door_events', {}, doorEventListSchema)
}

/** Reads how full an event is and, for those who may have them, its open reports. Needs the scan grant for it. */
export function readDoorPoll(args: RequestArgs, event: string): Promise<DoorPoll> {
  return rpc(userClient(args), 'read_door', { p_event: event }, doorPollSchema)
}
