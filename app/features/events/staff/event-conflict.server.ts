/** Finds what two people changed of one tab at once, and saves what was chosen. */
import { parseWithZod } from '@conform-to/zod/v4'
import { type Refusal, type Result, refusalSentence } from '#core/result.ts'
import type { RequestArgs } from '#server/session.server.ts'
import type { EventEditor } from './event-editor.ts'
import { eventFieldLabel, eventFieldText } from './event-field-labels.ts'
import { type MergeConflict, mergeForms } from './event-merge.rules.ts'
import { eventPayload } from './event-payload.server.ts'
import { type FormValues, formOfTab, valuesOfTab } from './event-tab-forms.ts'
import type { EventTabId } from './event-tabs.ts'
import { saveEvent } from './staff-events.writes.server.ts'

type Choices = ReadonlyMap<string, 'mine' | 'theirs'>

/** Reads the values that a form was filled in from. A form that says nothing of them is compared field by field with what is stored. */
function baseOf(form: FormValues): FormValues {
  try {
    const base: unknown = JSON.parse(String(form.base ?? '{}'))
    return typeof base === 'object' && base !== null ? { ...base } : {}
  } catch {
    return {}
  }
}

/**
 * Merges what the caller sent with what is stored now.
 * @param form the fields of the tab as the browser sent them, nested, with `base`
 */
export function mergeTab(tab: EventTabId, form: FormValues, stored: EventEditor, choices?: Choices) {
  return mergeForms(baseOf(form), valuesOfTab(tab, form), valuesOfTab(tab, stored.values), choices)
}

/** Writes the values of a form as a browser sends them. */
function toFormData(values: FormValues): FormData {
  const form = new FormData()
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) {
      for (const [at, each] of value.entries()) add(typeof each === 'string' ? name : `${name}[${at}]`, each)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) add(name ? `${name}.${key}` : key, each)
    } else if (value === true) form.append(name, 'on')
    else if (value !== false) form.append(name, String(value ?? ''))
  }
  add('', values)
  return form
}

/**
 * Saves merged values of a tab over the version that they were merged with.
 * @returns refused as `save_event` refuses; invalid, with the first message, where the values no longer fit together
 */
export async function saveMerged(
  args: RequestArgs,
  tab: EventTabId,
  values: FormValues,
  stored: EventEditor,
): Promise<Result<string> | { ok: false; refusal: Refusal; message: string }> {
  const schema = formOfTab(tab)
  if (!schema) return { ok: false, refusal: { code: 'invalid', facts: {} } }
  const read = parseWithZod(toFormData({ ...values, version: stored.values.version }), { schema })
  if (read.status !== 'success') {
    const [message] = Object.values(read.reply().error ?? {}).flatMap((messages) => messages ?? [])
    const refusal: Refusal = { code: 'invalid', facts: {} }
    return { ok: false, refusal, message: message ?? refusalSentence(refusal) }
  }
  const zone = typeof values.timeZone === 'string' ? values.timeZone : stored.values.timeZone
  const payload = eventPayload(read.value, stored.id, zone)
  if (!payload.ok) {
    const [message = ''] = Object.values(payload.messages).flat()
    return { ok: false, refusal: { code: 'invalid', facts: {} }, message }
  }
  return await saveEvent(args, { ...payload.value, tab }, null)
}

/** Describes conflicts as the page that asks about them shows them. */
export function describeConflicts(
  conflicts: readonly MergeConflict[],
  stored: EventEditor,
  form: FormValues,
) {
  return conflicts.map(({ path, mine, theirs }) => ({
    path,
    label: eventFieldLabel(path, [stored.values, form]),
    mine: eventFieldText(mine),
    theirs: eventFieldText(theirs),
  }))
}
export type ShownConflict = ReturnType<typeof describeConflicts>[number]
