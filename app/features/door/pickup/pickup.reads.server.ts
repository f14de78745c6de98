import type { PickupPoint } from '#core/goods.ts'
import { ok, type Result } from '#core/result.ts'
import { readTicketCode } from '#core/ticket-code.ts'
import { readEnv } from '#server/env.server.ts'
import { readPickupCode } from '#server/pickup-code.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { readTicketSigner } from '#server/ticket-signing.server.ts'
import type { StationQuery } from './pickup.schema.ts'
import {
  type FoundPickups,
  foundPickupsSchema,
  type PickupStation,
  stationListSchema,
  stationSchema,
} from './pickup.types.ts'

/** Lists the pickup points around now where the caller may hand over, soonest first. */
export function listStations(args: RequestArgs): Promise<PickupPoint[]> {
  return rpc(userClient(args), 'list_stations', {}, stationListSchema)
}

/** Reads a station; refused as `read_station` refuses. */
export function readStation(
  args: RequestArgs,
  { event, point }: StationQuery,
): Promise<Result<PickupStation>> {
  return rpcResult(userClient(args), 'read_station', { p_event: event, p_point: point }, stationSchema)
}

/**
 * Finds what to hand over to a person. A signed code is believed only after its signature was checked here.
 * @param code as the camera read it or staff typed it: of a ticket, of the order page, of an order; or words of a name
 * @returns what was found, or a refusal: not_allowed for names that scanners search
 */
export async function findPickups(
  args: RequestArgs,
  { event, point }: StationQuery,
  code: string,
): Promise<Result<FoundPickups>> {
  const unread = (result: 'bad_signature') =>
    ok({ result, orders: [], maySearch: false, now: new Date().toISOString() })
  const secret = readEnv().TICKET_SIGNING_KEY
  const station = { p_event: event, p_point: point }
  const ask = (values: Record<string, unknown>) =>
    rpcResult(userClient(args), 'find_pickups', { ...station, ...values }, foundPickupsSchema)
  const order = readPickupCode(secret, code)
  if (order === 'bad_signature') return unread(order)
  if (order) return ask({ p_order: order.orderId })
  const typed = readTicketCode(code)
  if (typed) return ask({ p_code: typed })
  const verdict = await readTicketSigner(secret).verify(code)
  if (verdict.ok)
    return ask({ p_ticket: verdict.credential.ticketId, p_generation: verdict.credential.generation })
  return verdict.reason === 'bad_signature' ? unread('bad_signature') : ask({ p_search: code.slice(0, 254) })
}
