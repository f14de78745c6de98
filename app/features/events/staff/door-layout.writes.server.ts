import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { gateFormSchema, removePlaceSchema, zoneFormSchema } from './door-layout.schema.ts'

type LayoutForm = z.output<typeof zoneFormSchema | typeof gateFormSchema | typeof removePlaceSchema>

/** Saves or removes a zone or a gate of an event; refused as `save_door_zone`, `save_door_gate` and `remove_door_place` refuse. */
export function saveDoorLayout(args: RequestArgs, event: string, form: LayoutForm): Promise<Result<unknown>> {
  const client = userClient(args)
  if (form.intent === 'remove')
    return rpcResult(client, 'remove_door_place', { p_event: event, p_place: form.id }, z.unknown())
  if (form.intent === 'zone') {
    const zone = { p_event: event, p_zone: form.id ?? null, p_name: form.name, p_capacity: form.capacity }
    return rpcResult(client, 'save_door_zone', zone, z.uuid())
  }
  const gate = {
    p_event: event,
    p_gate: form.id ?? null,
    p_name: form.name,
    p_zone: form.zone ?? null,
    p_types: form.types,
  }
  return rpcResult(client, 'save_door_gate', gate, z.uuid())
}
