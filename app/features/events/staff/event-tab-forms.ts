/** Lists the forms of the editor by tab, and picks out of an event what a form holds. */
import * as z from 'zod'
import { codeFormSchema } from './code-form.schema.ts'
import {
  detailsFormSchema,
  doorFormSchema,
  lineUpFormSchema,
  ticketsFormSchema,
} from './event-form.schema.ts'
import type { EventTabId } from './event-tabs.ts'
import { extrasFormSchema } from './extras-form.schema.ts'

/** Values of a form as its fields take them, by name. */
export type FormValues = Record<string, unknown>

const forms = new Map<string, z.ZodType<object>>([
  ['details', detailsFormSchema],
  ['line-up', lineUpFormSchema],
  ['tickets', ticketsFormSchema],
  ['extras', extrasFormSchema],
  ['codes', codeFormSchema],
  ['door', doorFormSchema],
])

/** Returns the schema of a tab's form; null for a tab without a form whose drafts are kept. */
export function formOfTab(tab: EventTabId): z.ZodType<object> | null {
  return forms.get(tab) ?? null
}

const isObject = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema
  while (true) {
    if (
      inner instanceof z.ZodOptional ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodDefault ||
      inner instanceof z.ZodPrefault
    )
      inner = inner.def.innerType
    else if (inner instanceof z.ZodPipe) inner = inner.def.in
    else return inner
  }
}

/**
 * Picks the values that a form sends: an event's values hold those of every tab, and counters that no form sends.
 * @param schema the form's
 */
export function valuesOfForm(schema: z.core.$ZodType, values: unknown): unknown {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodObject && isObject(values))
    return Object.fromEntries(
      Object.entries(inner.shape).flatMap(([name, field]) =>
        name === 'version' || name === 'base' ? [] : [[name, valuesOfForm(field, values[name])]],
      ),
    )
  if (inner instanceof z.ZodArray && Array.isArray(values))
    return values.map((value) => valuesOfForm(inner.element, value))
  return values
}

/** Picks the values that a tab's form sends. A tab without one has none. */
export function valuesOfTab(tab: EventTabId, values: unknown): FormValues {
  const schema = formOfTab(tab)
  const picked = schema ? valuesOfForm(schema, values) : {}
  return isObject(picked) ? picked : {}
}
