/** Finds what two people changed of one form at once, and saves what was chosen; reads drafts back as their forms. */
import { parseWithZod } from '@conform-to/zod/v4'
import * as z from 'zod'
import { codeEffects } from '#core/code-values.ts'
import { codeEffectOptions } from '#core/promo-codes.ts'
import { type Refusal, type Result, refusalSentence } from '#core/result.ts'
import { notFound } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { codeValues } from './event-codes.rules.ts'
import type { EventEditor } from './event-editor.ts'
import { eventFieldLabel, eventFieldText } from './event-field-labels.ts'
import { type MergeConflict, mergeForms } from './event-merge.rules.ts'
import { eventPayload, type Payload } from './event-payload.server.ts'
import { type FormValues, formOfTab, valuesOfTab } from './event-tab-forms.ts'
import { type DraftKey, draftCode, draftTab, type EventTabId } from './event-tabs.ts'
import { readEventCode } from './staff-events.reads.server.ts'
import { saveCode, saveEvent, saveEventDraft } from './staff-events.writes.server.ts'

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

/** A form of the editor as it is stored now. `values` is null for a code that somebody archived. */
export type StoredForm = {
  event: EventEditor
  key: DraftKey
  tab: EventTabId
  version: string
  values: FormValues | null
  /** Names what fields hold by id, for reading. */
  names: ReadonlyMap<string, string>
}

/**
 * Reads what a form of the editor is compared with.
 * @param key the form's draft key; the code that it names is read from the database
 */
export async function readStoredForm(
  args: RequestArgs,
  event: EventEditor,
  key: DraftKey,
): Promise<StoredForm> {
  const tab = draftTab(key)
  const asked = draftCode(key)
  const rooms = event.values.pools.map(({ id, name }) => [id, name] as const)
  if (asked === null) {
    const names = [...rooms, ...event.series.map(({ id, name }) => [id, name] as const)]
    const { version } = event.values
    return { event, key, tab, version, values: valuesOfTab(tab, event.values), names: new Map(names) }
  }
  const page = await readEventCode(args, event.id, asked)
  if (!page) throw notFound()
  const { code } = page
  const effects = codeEffectOptions(codeEffects).map(({ value, label }) => [value, label] as const)
  const names = [
    ...rooms,
    ...[...page.items, ...page.shop.products, ...page.shop.collections].map(
      ({ id, name }) => [id, name] as const,
    ),
    ...effects,
  ]
  return {
    event,
    key,
    tab,
    version: asked === 'new' ? 'new' : (code?.version ?? 'archived'),
    values: code || asked === 'new' ? valuesOfTab(tab, codeValues(page)) : null,
    names: new Map(names),
  }
}

/**
 * Merges what the caller sent with what is stored now.
 * @param form the fields of the form as the browser sent them, nested, with `base`
 * @returns null for `values` where nothing is left to save: the code was archived, and stays so
 */
export function mergeForm(
  form: FormValues,
  { tab, values }: StoredForm,
  choices?: Choices,
): { values: FormValues | null; conflicts: MergeConflict[] } {
  const mine = valuesOfTab(tab, form)
  const base = baseOf(form)
  if (values) return mergeForms(base, mine, values, choices)
  const { id } = mine
  const row = (one: FormValues) => ({ ...one, id, name: mine.code })
  const merged = mergeForms({ codes: [row(base)] }, { codes: [row(mine)] }, { codes: [] }, choices)
  const [again] = z.array(z.record(z.string(), z.unknown())).parse(merged.values.codes)
  return { values: again ?? null, conflicts: merged.conflicts }
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
 * Saves a form of the editor.
 * @param payload the form's fields with instants
 * @returns the id of the event or of the code; refused as `save_event` and `save_code` refuse
 */
export async function saveForm(
  args: RequestArgs,
  key: DraftKey,
  payload: Record<string, unknown>,
): Promise<Result<string>> {
  const withDraft = { ...payload, tab: key }
  return draftCode(key) === null ? await saveEvent(args, withDraft, null) : await saveCode(args, withDraft)
}

/**
 * Saves merged values of a form over the version that they were merged with.
 * @returns refused as `save_event` and `save_code` refuse, with confirm_first after keeping the values as the caller's draft; invalid, with the first message, where the values no longer fit together
 */
export async function saveMerged(
  args: RequestArgs,
  values: FormValues,
  { event, key, tab, version, values: stored }: StoredForm,
): Promise<Result<string> | { ok: false; refusal: Refusal; message: string }> {
  // A code that was archived is made again: it has no version.
  const payload = payloadOfForm(key, stored ? { ...values, version } : values, event)
  if (!payload.ok) return { ok: false, refusal: { code: 'invalid', facts: {} }, message: payload.message }
  const saved = await saveForm(args, key, payload.value)
  if (saved.ok || saved.refusal.code !== 'confirm_first') return saved
  // The page that asks for the confirmation reads the draft.
  const base = JSON.stringify(valuesOfTab(tab, stored))
  const kept = await saveEventDraft(args, event.id, key, { ...values, version, base })
  return kept.ok ? saved : kept
}

/**
 * Turns values of a form into what `saveForm` takes.
 * @param values the fields of the form, nested, with `version`
 * @returns the payload, or the first message where the values do not fit together
 */
export function payloadOfForm(
  key: DraftKey,
  values: FormValues,
  event: EventEditor,
): { ok: true; value: Record<string, unknown> } | { ok: false; message: string } {
  const schema = formOfTab(draftTab(key))
  const read = schema && parseWithZod(toFormData(values), { schema })
  if (read?.status !== 'success') {
    const [message] = Object.values(read?.reply().error ?? {}).flatMap((messages) => messages ?? [])
    return { ok: false, message: message ?? refusalSentence({ code: 'invalid', facts: {} }) }
  }
  const payload = formPayload(key, read.value, event)
  if (payload.ok) return payload
  const [message = ''] = Object.values(payload.messages).flat()
  return { ok: false, message }
}

/** Turns the value of a form into what `saveForm` takes, with messages at the fields whose times do not exist. */
export function formPayload(key: DraftKey, value: object, event: EventEditor): Payload {
  const zone = 'timeZone' in value ? String(value.timeZone) : event.values.timeZone
  const payload = eventPayload(value, event.id, zone)
  if (!payload.ok || draftCode(key) === null) return payload
  const id = 'id' in value ? (value.id ?? null) : null
  return { ok: true, value: { ...payload.value, id, eventId: event.id } }
}

/** Describes conflicts as the page that asks about them shows them. */
export function describeConflicts(
  conflicts: readonly MergeConflict[],
  { event, names }: StoredForm,
  form: FormValues,
) {
  const named = { ...form, codes: [{ id: form.id, name: form.code }] }
  const shown = (value: unknown): string =>
    eventFieldText(Array.isArray(value) ? value.map(nameOf) : nameOf(value))
  const nameOf = (value: unknown) => (typeof value === 'string' ? (names.get(value) ?? value) : value)
  return conflicts.map(({ path, mine, theirs }) => ({
    path,
    label: eventFieldLabel(path, [event.values, named]),
    mine: shown(mine),
    theirs: shown(theirs),
  }))
}
export type ShownConflict = ReturnType<typeof describeConflicts>[number]
