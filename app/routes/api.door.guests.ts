import type { GuestsAnswer } from '#core/door-guests.ts'
import { answerDoor } from '#features/sharing/guest-lists/answer-door.server.ts'
import { askGuestsSchema } from '#features/sharing/guest-lists/guest-lists.schema.ts'
import { requireGrant } from '#server/actor.server.ts'
import { apiAction, refusalResponse } from '#server/api.server.ts'

/**
 * Searches the guest lists of a door, admits guests or takes an admission back, for its open page. A request that is sent again with the
 * same `scan` says what was done.
 */
export const action = apiAction(
  { schema: askGuestsSchema, guard: (args, { event }) => requireGrant(args, 'scan', event) },
  async (args, { value }) => {
    const answer = await answerDoor(args, value)
    if (!answer.ok) return refusalResponse(answer.refusal)
    const response: GuestsAnswer = answer.value
    return Response.json(response, { headers: { 'cache-control': 'no-store' } })
  },
)
