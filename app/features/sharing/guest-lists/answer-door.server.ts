import type { GuestsAnswer } from '#core/door-guests.ts'
import { ok, type Result } from '#core/result.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { findGuests } from './guest-lists.reads.server.ts'
import type { AskGuests } from './guest-lists.schema.ts'
import { admitGuests, undoGuests } from './guest-lists.writes.server.ts'

/**
 * Does what the door asks for, then searches again, so that the response shows how the list stands.
 * @returns what was found and admitted, or the refusal of the search, of `admit_guests` or of `undo_guests`
 */
export async function answerDoor(args: RequestArgs, ask: AskGuests): Promise<Result<GuestsAnswer>> {
  const done =
    ask.intent === 'admit'
      ? await admitGuests(args, ask)
      : ask.intent === 'undo'
        ? await undoGuests(args, ask)
        : ok(null)
  if (!done.ok) return done
  const found = await findGuests(args, ask.event, ask.q)
  return found.ok ? ok({ found: found.value, admitted: done.value }) : found
}
