/** Finds what two people changed of one tab at once, and saves what was chosen; reads drafts back as their forms. */
import { parseWithZod } from '@conform-to/zod/v4'
import { type Refusal, type Result, refusalSentence } from '#core/result.ts'
import type { RequestArgs } from '#server/session.server.ts'
import type { EventEditor } from './event-editor.ts'
import { eventFieldLabel, eventFieldText } from './event-field-labels.ts'
import { type MergeConflict, mergeForms } from './event-merge.rules.ts'
import { eventPayload } from './event-payload.server.ts'
import { type FormValues, formOfTab, valuesOfTab } from './event-tab-forms.ts'
import type { EventTabId } from './event-tabs.ts'
import { saveEvent, saveEventDraft } from './staff-events.writes.server.ts'

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
 * @returns refused as `save_event` refuses, with confirm_first after keeping the values as the caller's draft; invalid, with the first message, where the values no longer fit together
 */
export async function saveMerged(
  args: RequestArgs,
  tab: EventTabId,
  values: FormValues,
  stored: EventEditor,
): Promise<Result<string> | { ok: false; refusal: Refusal; message: string }> {
  const payload = payloadOfTab(tab, { ...values, version: stored.values.version }, stored)
  if (!payload.ok) return { ok: false, refusal: { code: 'invalid', facts: {} }, message: payload.message }
  const saved = await saveEvent(args, payload.value, null)
  if (saved.ok || saved.refusal.code !== 'confirm_first') return saved
  // The page that asks for the confirmation reads the draft.
  const base = JSON.stringify(valuesOfTab(tab, stored.values))
  const kept = await saveEventDraft(args, stored.id, tab, {
    ...values,
    version: stored.values.version,
    base,
  })
  return kept.ok ? saved : kept
}

/**
 * Turns values of a tab's form into what `saveEvent` takes.
 * @param values the fields of the tab, nested, with `version`
 * @returns the payload, or the first message where the values do not fit together
 */
export function payloadOfTab(
  tab: EventTabId,
  values: FormValues,
  stored: EventEditor,
): { ok: true; value: Record<string, unknown> } | { ok: false; message: string } {
  const schema = formOfTab(tab)
  const read = schema && parseWithZod(toFormData(values), { schema })
  if (read?.status !== 'success') {
    const [message] = Object.values(read?.reply().error ?? {}).flatMap((messages) => messages ?? [])
    return { ok: false, message: message ?? refusalSentence({ code: 'invalid', facts: {} }) }
  }
  const zone = typeof values.timeZone === 'string' ? values.timeZone : stored.values.timeZone
  const payload = eventPayload(read.value, stored.id, zone)
  if (payload.ok) return { ok: true, value: { ...payload.value, tab } }
  const [message = ''] = Object.values(payload.messages).flat()
  return { ok: false, message }
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
