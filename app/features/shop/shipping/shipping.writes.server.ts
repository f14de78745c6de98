import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type {
  handlingFormSchema,
  pickupPointSchema,
  priceRuleSchema,
  taxSchema,
  zoneSchema,
} from './shipping.schema.ts'

type ShippingForm = z.output<
  typeof zoneSchema | typeof taxSchema | typeof pickupPointSchema | typeof priceRuleSchema
>

/** Returns the fields of a form as `save_shipping` takes them. */
function fieldsOf(form: ShippingForm): Record<string, unknown> {
  switch (form.intent) {
    case 'zone':
      return {
        name: form.name,
        states: form.states,
        freeAboveCents: form.freeAbove || null,
        rates: form.rates,
      }
    case 'tax':
      return {
        state: form.state,
        zipPrefix: form.zipPrefix,
        taxClass: form.taxClass,
        bps: form.percent,
        taxesShipping: form.taxesShipping === 'on',
      }
    case 'pickup':
      return {
        eventId: form.event ?? null,
        name: form.name,
        address: form.address ?? '',
        state: form.state,
        postalCode: form.postalCode,
        opensLocal: form.opens ?? null,
        closesLocal: form.closes ?? null,
      }
    case 'rule':
      return { name: form.name, percent: form.percent, collectionId: form.collection ?? null }
  }
}

/**
 * Adds, changes or removes a zone, a rate of tax, a pickup point or a price rule.
 * @returns its id; refused as `save_shipping` refuses
 */
export function saveShipping(args: RequestArgs, form: ShippingForm): Promise<Result<string>> {
  return rpcResult(
    userClient(args),
    'save_shipping',
    {
      p_kind: form.intent,
      p_id: form.id ?? null,
      p_version: form.version ?? null,
      p_fields: { ...fieldsOf(form), archive: form.archive === 'on' },
    },
    z.uuid(),
  )
}

/** Stores in how many business days parcels are shipped. A row policy lets admins only, and a trigger records the change. */
export async function saveHandling(
  args: RequestArgs,
  form: z.output<typeof handlingFormSchema>,
): Promise<void> {
  const { error } = await userClient(args)
    .from('settings')
    .update({ handling_min_days: form.min ?? null, handling_max_days: form.max ?? null })
    .eq('id', true)
  if (error) throw error
  args.context.requestContext.purgePages()
}
