import { ok, type Result } from '#core/result.ts'
import type { RequestArgs } from '#server/session.server.ts'
import type { ScanResponse } from './door.types.ts'
import type { DoorSearchForm } from './door-search.schema.ts'
import type { FoundAtDoor, PersonAtDoor } from './door-search.types.ts'
import {
  admitFound,
  findAtDoor,
  overrideCheckIn,
  undoCheckIn,
  viewAtDoor,
} from './door-search.writes.server.ts'

/** The outcome of a form of the search at the door: one of them. */
export type DoorSearchAnswer = {
  found: FoundAtDoor | null
  person: PersonAtDoor | null
  done: ScanResponse | null
}

/**
 * Does what a door manager asks for.
 * @returns what was found, the ticket that is looked at, or what its scan led to; or the refusal of that function
 */
export async function answerDoorSearch(
  args: RequestArgs,
  form: DoorSearchForm,
): Promise<Result<DoorSearchAnswer>> {
  const none = { found: null, person: null, done: null }
  if (form.intent === 'find') {
    const found = await findAtDoor(args, form)
    return found.ok ? ok({ ...none, found: found.value }) : found
  }
  if (form.intent === 'view') {
    const viewed = await viewAtDoor(args, form)
    return viewed.ok ? ok({ ...none, person: viewed.value }) : viewed
  }
  const done =
    form.intent === 'admit'
      ? await admitFound(args, form)
      : form.intent === 'undo'
        ? await undoCheckIn(args, form)
        : await overrideCheckIn(args, form)
  return done.ok ? ok({ ...none, done: done.value }) : done
}
