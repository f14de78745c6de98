/** What staff read of events, each in one round trip, as the person who asks; the database answers admins only. */
import * as z from 'zod'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { EventEditor, EventEnding, StaffEventList, StaffFilter, Tonight } from '../events.types.ts'
import { toEditor } from './event-editor.ts'
import { editorAnswer, endingAnswer, staffEventsAnswer, tonightAnswer } from './staff-events.answers.ts'

/** The figures of "Today". */
export async function readTonight(args: RequestArgs): Promise<Tonight> {
  const { data, error } = await userClient(args).rpc('read_tonight')
  if (error) throw error
  return tonightAnswer.parse(data)
}

/**
 * A page of the events of one kind with how they sell.
 * @param after where the page before ended; null for the first one
 */
export async function listStaffEvents(
  args: RequestArgs,
  filter: StaffFilter,
  after: string | null,
): Promise<StaffEventList> {
  const { data, error } = await userClient(args).rpc('list_staff_events', {
    p_filter: filter,
    p_cursor: after,
  })
  if (error) throw error
  return staffEventsAnswer.parse(data)
}

/**
 * An event for its form.
 * @param id as it stands in the address
 * @returns null where there is no such event
 */
export async function readEventEditor(
  args: RequestArgs,
  id: string | undefined,
): Promise<EventEditor | null> {
  const known = z.uuid().safeParse(id)
  if (!known.success) return null
  const { data, error } = await userClient(args).rpc('read_event_editor', { p_id: known.data })
  if (error) throw error
  const answer = editorAnswer.parse(data)
  return answer && toEditor(answer)
}

/**
 * Reads what ending an event would do at this moment.
 * @param id as it stands in the address
 * @returns null where there is no such event
 */
export async function readEventEnding(
  args: RequestArgs,
  id: string | undefined,
): Promise<EventEnding | null> {
  const known = z.uuid().safeParse(id)
  if (!known.success) return null
  const { data, error } = await userClient(args).rpc('read_event_ending', { p_id: known.data })
  if (error) throw error
  return endingAnswer.parse(data)
}
