/** Reads what staff see of events, each in one round trip and as the caller; the database lets admins only. */
import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Artist, artistListSchema } from '../events.types.ts'
import { type EventEditor, toEditor } from './event-editor.ts'
import type { StaffEventsQuery } from './staff-events.schema.ts'
import {
  type EventCodeEditor,
  type EventCodes,
  type EventEnding,
  eventCodeEditorSchema,
  eventCodesSchema,
  eventEndingSchema,
  type KeptForm,
  keptNewEventSchema,
  type SaveConsequence,
  type StaffEventList,
  saveConsequencesSchema,
  staffEventListSchema,
  storedEventSchema,
} from './staff-events.types.ts'

/**
 * Reads a page of the events of one kind with how they sell.
 * @param query the kind, the order (null: as `defaultSort` says), and where the page before ended (null for the first one)
 */
export async function listStaffEvents(
  args: RequestArgs,
  { show, sort, after, series }: StaffEventsQuery,
): Promise<StaffEventList> {
  const params = { p_filter: show, p_cursor: after, p_sort: sort, p_series: series }
  return await rpc(userClient(args), 'list_staff_events', params, staffEventListSchema)
}

/**
 * Reads an event for its form.
 * @param id as it is in the address
 * @returns null where there is no such event
 */
export async function readEventEditor(
  args: RequestArgs,
  id: string | undefined,
): Promise<EventEditor | null> {
  const known = z.uuid().safeParse(id)
  if (!known.success) return null
  const stored = await rpc(userClient(args), 'read_event_editor', { p_id: known.data }, storedEventSchema)
  return stored && toEditor(stored)
}

/** Reads what the caller typed into the form of a new event and did not save; null for nothing. */
export async function readKeptNewEvent(args: RequestArgs): Promise<KeptForm | null> {
  const { data, error } = await userClient(args)
    .from('event_drafts')
    .select('form, saved_at')
    .is('event_id', null)
    .maybeSingle()
  if (error) throw error
  return keptNewEventSchema.parse(data)
}

/**
 * Reads what saving a form would mean for people who bought or hold.
 * @param payload as `saveEvent` takes it
 */
export async function previewEventSave(
  args: RequestArgs,
  payload: Record<string, unknown>,
): Promise<SaveConsequence[]> {
  return await rpc(userClient(args), 'preview_event_save', { p_event: payload }, saveConsequencesSchema)
}

/** Reads the artists of an event's lineup, and up to 200 to choose from: who played or was added last. */
export async function readArtists(args: RequestArgs, eventId: string | undefined): Promise<Artist[]> {
  return await rpc(userClient(args), 'read_artists', { p_event: eventId }, artistListSchema)
}

/** Reads the artist of a name, without regard to case; null when the site knows none. */
export async function readArtist(args: RequestArgs, name: string): Promise<Artist | null> {
  const [artist] = await rpc(userClient(args), 'read_artists', { p_name: name }, artistListSchema)
  return artist ?? null
}

/**
 * Reads what ending an event would do at this moment.
 * @param id as it is in the address
 * @returns null where there is no such event
 */
export async function readEventEnding(
  args: RequestArgs,
  id: string | undefined,
): Promise<EventEnding | null> {
  const known = z.uuid().safeParse(id)
  if (!known.success) return null
  return await rpc(userClient(args), 'read_event_ending', { p_id: known.data }, eventEndingSchema)
}

/**
 * Reads a page of the codes of an event with their uses; the database lets admins only.
 * @param id as it is in the address
 * @param after the last code of the page before
 * @returns null where there is no such event
 */
export async function readEventCodes(
  args: RequestArgs,
  id: string | undefined,
  after: string | null,
): Promise<EventCodes | null> {
  const known = z.uuid().safeParse(id)
  if (!known.success) return null
  const page = { p_event: known.data, p_after: after ?? undefined }
  return await rpc(userClient(args), 'read_event_codes', page, eventCodesSchema.nullable())
}

/**
 * Reads a code of an event for its form, and what it can be for; the database lets admins only.
 * @param id as it is in the address
 * @param code the code's id, or `new`
 * @returns null where there is no such event; `code` is null for a new one, and where the event has no such code
 */
export async function readEventCode(
  args: RequestArgs,
  id: string | undefined,
  code: string,
): Promise<EventCodeEditor | null> {
  const known = z.uuid().safeParse(id)
  if (!known.success) return null
  const asked = { p_event: known.data, p_id: code === 'new' ? undefined : code }
  return await rpc(userClient(args), 'read_event_code', asked, eventCodeEditorSchema.nullable())
}
