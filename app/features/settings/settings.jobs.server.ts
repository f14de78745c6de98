import type { Logger } from 'pino'
import * as z from 'zod'
import { deleteAvatar } from '#server/avatars.server.ts'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Result of `anonymise_due`: the accounts that are to be deleted now. */
const dueSchema = z.array(z.object({ userId: z.uuid(), avatar: z.string().nullable() }))
const guestsAtOnce = 500

/**
 * Deletes the accounts whose 14 days are over: what must stay is anonymised in the database, then account and picture go.
 * @returns how many were deleted
 */
export async function eraseDueAccounts(log: Logger): Promise<number> {
  const due = await rpc(serviceClient(), 'anonymise_due', { p_limit: 20 }, dueSchema)
  let erased = 0
  for (const { userId, avatar } of due) {
    await deleteAvatar(avatar)
    const { error } = await serviceClient().auth.admin.deleteUser(userId)
    if (error) log.error({ user: userId, err: error }, 'account not deleted')
    else erased += 1
  }
  return erased
}

/** Forgets guests who ordered nothing and stayed away for 30 days. @returns how many */
export async function forgetGuests(): Promise<number> {
  return rpc(serviceClient(), 'delete_inactive_guests', { p_limit: guestsAtOnce }, z.int())
}

/** Erases the accounts that are due. */
export const dueDeletions = defineJob({
  kind: 'due_deletions',
  async run({ log }) {
    await eraseDueAccounts(log)
    return undefined
  },
})

/** Forgets guests who are due. */
export const inactiveGuests = defineJob({
  kind: 'inactive_guests',
  run: async () => ((await forgetGuests()) === guestsAtOnce ? { againSeconds: 0 } : undefined),
})
