import type * as z from 'zod'
import { sentenceOf } from '#core/refusals.ts'
import { ok, type Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { doorPollQuerySchema } from './door.schema.ts'
import { type DoorEvent, doorEventListSchema, doorPollSchema } from './door.types.ts'

/** Lists the events around now at whose door the caller may scan, soonest first, with how full they are. */
export function listDoorEvents(args: RequestArgs): Promise<DoorEvent[]> {
  return rpc(userClient(args), 'list_door_events', {}, doorEventListSchema)
}

/**
 * Reads how full an event is and, for those who may have them, its open reports; how the device stands alone where it is locked or removed.
 * @returns refused as `poll_door` refuses whoever may not scan at the event
 */
export async function pollDoor(
  args: RequestArgs,
  { event, device }: z.output<typeof doorPollQuerySchema>,
): Promise<Result<z.output<typeof doorPollSchema>>> {
  const values = { p_event: event, p_device: device ?? null }
  const poll = await rpcResult(userClient(args), 'poll_door', values, doorPollSchema)
  if (!poll.ok || 'zones' in poll.value) return poll
  const code = poll.value.device.isRevoked ? 'device_revoked' : 'device_locked'
  return ok({ ...poll.value, message: sentenceOf(code) })
}
