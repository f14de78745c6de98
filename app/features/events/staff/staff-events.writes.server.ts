/** Changes events for staff. Each change is one database function, called with the person's own session; it checks their rights. */
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { Result } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { type ArgumentsOf, type FunctionName, userClient } from '#server/supabase.server.ts'
import type { ArtistLinkKind, EventStatus } from '../event-values.ts'
import { newEventId } from './event-tabs.ts'

/** Calls a function as the caller; when it succeeds, empties the page cache so that visitors see the change. */
async function change<Name extends FunctionName, Schema extends z.ZodType>(
  args: RequestArgs,
  name: Name,
  params: ArgumentsOf<Name>,
  schema: Schema,
): Promise<Result<z.output<Schema>>> {
  const result = await rpcResult(userClient(args), name, params, schema)
  if (result.ok) args.context.requestContext.purgePages()
  return result
}

/**
 * Writes an event with its pools, ticket types and prices.
 * @param payload what `eventPayload` made of the form
 * @param key idempotency key, or null
 * @returns the event's id; refused as `save_event` refuses
 */
export async function saveEvent(
  args: RequestArgs,
  payload: Record<string, unknown>,
  key: string | null,
): Promise<Result<string>> {
  return await change(args, 'save_event', { p_event: payload, p_key: key }, z.uuid())
}

/** Opens a draft, or a postponed event with its new date. */
export async function publishEvent(args: RequestArgs, id: string): Promise<Result<null>> {
  return await change(args, 'publish_event', { p_id: id }, z.null())
}

/**
 * Postpones, cancels or archives an event, for admins with a recent proof; carts are emptied at once, and the orders of a cancelled or
 * postponed one are worked on.
 * @param note the text that the event's page shows about it
 * @param goods what becomes of goods that were to be picked up at a cancelled event
 */
export async function setEventStatus(
  args: RequestArgs,
  id: string,
  status: Exclude<EventStatus, 'draft' | 'published'>,
  note: string,
  goods: 'ask' | 'refund' = 'ask',
): Promise<Result<null>> {
  return await change(
    args,
    'set_event_status',
    { p_id: id, p_status: status, p_note: note, p_goods: goods },
    z.null(),
  )
}

/** Deletes a draft that nobody ordered from. Refused as `delete_draft_event` refuses. */
export async function deleteDraftEvent(args: RequestArgs, id: string): Promise<Result<null>> {
  return await change(args, 'delete_draft_event', { p_id: id }, z.null())
}

/**
 * Copies an event into a new draft.
 * @param key idempotency key, or null
 * @returns the draft's id; refused as `copy_event` refuses
 */
export async function copyEvent(args: RequestArgs, id: string, key: string | null): Promise<Result<string>> {
  return await change(args, 'copy_event', { p_id: id, p_key: key }, z.uuid())
}

/** Sets the password of an event; people who gave an earlier one have to give this one. */
export async function setEventPassword(
  args: RequestArgs,
  id: string,
  password: string,
): Promise<Result<null>> {
  return await change(args, 'set_event_password', { p_id: id, p_password: password }, z.null())
}

/**
 * Makes the next date of an event, as a draft of its series.
 * @param step how much later it is, on the clocks of the event's zone
 * @param key idempotency key, or null
 * @returns the draft's id; refused as `create_next_date` refuses
 */
export async function createNextDate(
  args: RequestArgs,
  id: string,
  step: 'week' | 'month',
  key: string | null,
): Promise<Result<string>> {
  return await change(args, 'create_next_date', { p_id: id, p_step: step, p_key: key }, z.uuid())
}

/** Renames a series and sets its description, which the pages of its dates show. */
export async function saveSeries(
  args: RequestArgs,
  id: string,
  { name, description }: { name: string; description: string },
): Promise<Result<null>> {
  const params = { p_id: id, p_name: name, p_description: description }
  return await change(args, 'save_series', params, z.null())
}

/**
 * Sets an event's picture, or removes it.
 * @param path the picture's key; null removes the picture with its description
 * @param alt what the picture shows
 */
export async function setEventPicture(
  args: RequestArgs,
  id: string,
  path: string | null,
  alt: string,
): Promise<Result<null>> {
  return await change(args, 'set_event_picture', { p_id: id, p_path: path, p_alt: alt }, z.null())
}

/**
 * Writes an artist; a new name also goes into the lineups of their events.
 * @param artist without an id a new one; `links` replace those that are stored
 * @returns the artist's id; refused as `save_artist` refuses
 */
export async function saveArtist(
  args: RequestArgs,
  artist: { id?: string | undefined; name: string; links: { kind: ArtistLinkKind; url: string }[] },
): Promise<Result<string>> {
  return await change(args, 'save_artist', { p_artist: { ...artist, id: artist.id ?? null } }, z.uuid())
}

/**
 * Sets an artist's picture, or removes it.
 * @param path the picture's key; null removes the picture with its description
 * @param alt what the picture shows
 */
export async function setArtistPicture(
  args: RequestArgs,
  id: string,
  path: string | null,
  alt: string,
): Promise<Result<null>> {
  return await change(args, 'set_artist_picture', { p_id: id, p_path: path, p_alt: alt }, z.null())
}

/**
 * Writes a code of an event.
 * @param code the fields of `save_code`, with instants
 * @returns the code's id; refused as `save_code` refuses
 */
export async function saveCode(args: RequestArgs, code: Record<string, unknown>): Promise<Result<string>> {
  return await change(args, 'save_code', { p_code: code }, z.uuid())
}

/** Pauses a code, lets it go on, or archives it. */
export async function setCodeState(
  args: RequestArgs,
  id: string,
  state: 'active' | 'paused' | 'archived',
): Promise<Result<string>> {
  return await change(args, 'set_code_state', { p_id: id, p_state: state }, z.string())
}

/** Returns the id of a stored event; null for one that is not stored yet. */
const storedId = (id: string) => (id === newEventId ? null : id)

/**
 * Keeps what the caller typed into a tab and did not save, in place of what was kept before.
 * @param id the event, or `newEventId`
 * @param form the fields as the browser sent them, nested; passwords are left out
 * @returns the instant at which it was kept; refused as `save_event_draft` refuses
 */
export async function saveEventDraft(
  args: RequestArgs,
  id: string,
  tab: string,
  form: Record<string, unknown>,
): Promise<Result<string>> {
  const kept = Object.fromEntries(Object.entries(form).filter(([name]) => !/password/i.test(name)))
  const params = { p_event: storedId(id), p_tab: tab, p_form: kept }
  return await rpcResult(userClient(args), 'save_event_draft', params, instant)
}

/** Deletes what the caller typed into a tab and did not save. */
export async function discardEventDraft(
  args: RequestArgs,
  id: string,
  tab: string,
): Promise<Result<boolean>> {
  return await rpcResult(
    userClient(args),
    'discard_event_draft',
    { p_event: storedId(id), p_tab: tab },
    z.boolean(),
  )
}
