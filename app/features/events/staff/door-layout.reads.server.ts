import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type DoorLayout, doorLayoutSchema } from './door-layout.types.ts'

/** Reads the zones and gates of an event, for who manages events. */
export function readDoorLayout(args: RequestArgs, event: string): Promise<DoorLayout> {
  return rpc(userClient(args), 'read_door_layout', { p_event: event }, doorLayoutSchema)
}
