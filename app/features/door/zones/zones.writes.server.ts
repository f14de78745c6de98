import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { Clicks, liftFormSchema, recountFormSchema } from './zones.schema.ts'
import { type Counted, countedSchema } from './zones.types.ts'

/** Counts people without tickets; each click once, however often it is sent. Refused as `store_clicks` refuses. */
export function storeClicks(args: RequestArgs, { event, device, clicks }: Clicks): Promise<Result<Counted>> {
  const params = { p_event: event, p_clicks: clicks, p_device: device ?? '' }
  return rpcResult(userClient(args), 'store_clicks', params, countedSchema)
}

/** Corrects how many people are in a zone, with the door manager's own session; refused as `recount_zone` refuses. */
export function recountZone(
  args: RequestArgs,
  { id, zone, counted, reason }: z.output<typeof recountFormSchema>,
): Promise<Result<unknown>> {
  const params = { p_zone: zone, p_recount: id, p_counted: counted, p_reason: reason }
  return rpcResult(userClient(args), 'recount_zone', params, z.unknown())
}

/** Lets scanners admit to a full zone again, with the door manager's own session; refused as `lift_capacity_hold` refuses. */
export function liftHold(
  args: RequestArgs,
  { zone, more, reason }: z.output<typeof liftFormSchema>,
): Promise<Result<unknown>> {
  return rpcResult(
    userClient(args),
    'lift_capacity_hold',
    { p_zone: zone, p_more: more, p_reason: reason },
    z.unknown(),
  )
}
