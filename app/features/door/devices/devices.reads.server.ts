import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type DeviceList, deviceListSchema } from './devices.types.ts'

/** Lists the devices at the door of an event; refused as `list_door_devices` refuses whoever does not manage it. */
export function listDevices(args: RequestArgs, event: string): Promise<Result<DeviceList>> {
  return rpcResult(userClient(args), 'list_door_devices', { p_event: event }, deviceListSchema)
}
