import { redirect } from '@remix-run/node'
import * as z from 'zod'
import { refusalSentence } from '#core/result.ts'
import { safePath } from '#core/safe-path.ts'
import { viewActionSchema } from '#features/staff/staff.schema.ts'
import { deleteView, saveView } from '#features/staff/staff.writes.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { apiAction } from '#server/api.server.ts'
import { leaveFlash } from '#server/flash.server.ts'

const schema = z.intersection(viewActionSchema, z.object({ redirect: z.string().optional() }))

/** Saves or deletes a view of a staff list, then goes back to the list. The layout shows a refusal above it. */
export const action = apiAction(
  { schema, guard: (args) => requireStaffPage(args, '/admin/search') },
  async (args, { value }) => {
    const done = value.intent === 'save' ? await saveView(args, value) : await deleteView(args, value.id)
    if (!done.ok) leaveFlash(args, 'staff', refusalSentence(done.refusal))
    return redirect(safePath(value.redirect), 303)
  },
)
