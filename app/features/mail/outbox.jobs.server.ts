import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { canSendMail, sendMail } from '#server/mailer.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { startedMailSchema } from './mail.types.ts'
import { isMailKind, mailKinds } from './mail-kinds.server.ts'

/**
 * Sends a mail of the outbox, whose id is the job's key. The database decides at this moment whether it may be sent, later or not at
 * all; one that became pointless meanwhile is not sent, and counts as done. A process
 * that ends after the mail server took the mail leaves it to be sent again, under the same message id. Without a mail server the mail waits.
 */
export const outbox = defineJob({
  kind: 'mail',
  atOnce: 4,
  isOn: canSendMail,
  async run({ key }) {
    const mail = await rpc(serviceClient(), 'start_mail', { p_id: key }, startedMailSchema)
    if (!mail) return undefined
    if ('againSeconds' in mail) return mail
    if (!isMailKind(mail.kind)) throw new Error(`unknown kind of mail: ${mail.kind}`)
    const { write, stream } = mailKinds[mail.kind]
    const text = await write(key)
    const ref = text && (await sendMail({ to: mail.recipient, stream, ...text }, key))
    await rpc(serviceClient(), 'finish_mail', { p_id: key, p_ref: ref }, z.unknown())
    return undefined
  },
})
