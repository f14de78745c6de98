import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const atOnce = 1000

/** Deletes conversations whose last question is 30 days old. */
export const oldConversations = defineJob({
  kind: 'old_conversations',
  async run() {
    const deleted = await rpc(serviceClient(), 'expire_conversations', { p_limit: atOnce }, z.int())
    return deleted === atOnce ? { againSeconds: 0 } : undefined
  },
})
