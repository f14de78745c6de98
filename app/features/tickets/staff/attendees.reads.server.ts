import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { AttendeesQuery } from './attendees.schema.ts'
import { type Attendees, attendeesSchema } from './attendees.types.ts'

/** Reads a page of the tickets of an event; the database lets admins, and door managers of the event without contacts. */
export function readAttendees(args: RequestArgs, query: AttendeesQuery): Promise<Attendees> {
  const { event, show, q, type, code, from, to, sort, rows, after } = query
  return rpc(
    userClient(args),
    'read_attendees',
    {
      p_event: event,
      p_show: show,
      p_search: q || null,
      p_type: type,
      p_code: code,
      p_from: from,
      p_to: to,
      p_sort: sort,
      p_limit: Number(rows),
      p_after: after,
    },
    attendeesSchema,
  )
}
