import type { Refusal } from '#core/result.ts'
import { countTypedEmail } from '#server/rate-limit.server.ts'
import { refusalOf } from '#server/refusal.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { contactTopics } from './help.rules.ts'
import type { ContactMessage } from './help.schema.ts'

/**
 * Queues a message to the brand's mailbox; the outbox sends it, now or when the mail server is back. The same message
 * from the same address is sent once a day. A message with the invisible field filled in is dropped without an error.
 * @returns null, or a refusal: `rate_limited`, or `contact_closed` when the settings name no mailbox
 */
export async function sendContactMessage(
  args: RequestArgs,
  message: ContactMessage,
): Promise<Refusal | null> {
  if (message.website) return null
  const limited = await countTypedEmail(args, 'contact', message.email)
  if (limited) return limited
  const { error } = await serviceClient().rpc('queue_contact_message', {
    p_topic: contactTopics[message.topic],
    p_name: message.name,
    p_email: message.email,
    p_order: message.order ?? '',
    p_message: message.message,
  })
  const refusal = error && refusalOf(error)
  if (error && !refusal) throw error
  return refusal
}
