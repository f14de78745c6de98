import { redirect } from '@remix-run/node'
import * as z from 'zod'
import { strangeText } from '#core/plain-text.ts'
import { draftPath, newEventId, readDraftKey } from '#features/events/staff/event-tabs.ts'
import { discardEventDraft, saveEventDraft } from '#features/events/staff/staff-events.writes.server.ts'
import { requirePermission } from '#server/actor.server.ts'
import { apiAction, notFound, refusalResponse } from '#server/api.server.ts'

const schema = z.object({
  /** A draft key. */
  tab: z.string(),
  form: z
    .record(z.string(), z.unknown())
    // as JSON writes them: NUL and halves of letters, which the database cannot store
    .refine((form) => !/\\u(0000|d[89a-f])/i.test(JSON.stringify(form)), strangeText)
    .optional(),
  discard: z.literal('on').optional(),
})

/**
 * Keeps what an admin types into a tab of an event's editor or into a code's form, and says when; or throws it away and goes back to the form. Publishes
 * nothing.
 */
export const action = apiAction(
  { schema, guard: (args) => requirePermission(args, 'manage_events') },
  async (args, { value: { tab, form, discard } }) => {
    const key = readDraftKey(tab)
    const id = z.union([z.uuid(), z.literal(newEventId)]).safeParse(args.params.id).data
    if (!id || !key || (id === newEventId) !== (key === 'new')) throw notFound()
    if (discard) {
      const discarded = await discardEventDraft(args, id, key)
      return discarded.ok ? redirect(draftPath(id, key), 303) : refusalResponse(discarded.refusal)
    }
    const kept = await saveEventDraft(args, id, key, form ?? {})
    return kept.ok ? Response.json({ savedAt: kept.value }) : refusalResponse(kept.refusal)
  },
)
