import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const queuedSchema = z.object({ onSale: z.int(), reminders: z.int(), more: z.boolean() })

/** Queues the mails of alerts that are due. */
export const alerts = defineJob({
  kind: 'alerts',
  async run({ log }) {
    const { onSale, reminders, more } = await rpc(serviceClient(), 'queue_alerts', {}, queuedSchema)
    if (onSale + reminders > 0) log.info({ onSale, reminders }, 'alerts queued')
    return more ? { againSeconds: 0 } : undefined
  },
})

/** Queues the mails about new events to members who follow an artist or a series. */
export const followMails = defineJob({
  kind: 'follow_mails',
  async run({ log }) {
    const announced = await rpc(serviceClient(), 'queue_follow_mails', {}, z.int())
    if (announced > 0) log.info({ announced }, 'mails about followed events queued')
    return undefined
  },
})
