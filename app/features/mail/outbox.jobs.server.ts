import type { Logger } from 'pino'
import * as z from 'zod'
import { defineJob } from '#server/define-job.server.ts'
import { canSendMail, sendMail } from '#server/mailer.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { claimedMailSchema } from './mail.types.ts'
import { isMailKind, mailKinds } from './mail-kinds.server.ts'

const batch = 10

type ClaimedMail = z.output<typeof claimedMailSchema>[number]

/** Sends the queued mail. Without a mail server it stays queued. */
export const outbox = defineJob({
  kind: 'outbox',
  isOn: canSendMail,
  run: async ({ log }) => ((await pumpMail(log)) ? { againSeconds: 0 } : undefined),
})

/**
 * Claims a few mails and sends them. A mail that can't be sent waits longer each time; a crash in between leaves a lease
 * that ends, so no mail is lost.
 * @returns whether there may be more
 */
export async function pumpMail(log: Logger): Promise<boolean> {
  const claimed = await rpc(serviceClient(), 'claim_mail', { p_limit: batch }, claimedMailSchema)
  for (const mail of claimed) {
    const { failure, ref } = await deliver(mail)
    if (failure)
      log.warn({ mail: mail.id, kind: mail.kind, attempt: mail.attempts, err: failure }, 'mail not sent')
    const report = { p_id: mail.id, p_ok: failure === null, p_error: failure?.message ?? null, p_ref: ref }
    await rpc(serviceClient(), 'finish_mail', report, z.unknown())
  }
  return claimed.length === batch
}

/** Writes a claimed mail and hands it to the mail server. @returns why it could not be sent, or what the mail server said */
async function deliver({
  id,
  kind,
  recipient,
}: ClaimedMail): Promise<{ failure: Error | null; ref: string | null }> {
  try {
    if (!isMailKind(kind)) throw new Error(`unknown kind of mail: ${kind}`)
    const text = await mailKinds[kind].write(id)
    return { failure: null, ref: text && (await sendMail({ to: recipient, ...text }, id)) }
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(JSON.stringify(error)), ref: null }
  }
}
