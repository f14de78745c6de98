import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { IntentRead } from '#server/form.server.ts'
import { readHolder } from '../ticket-holder.server.ts'
import type { transferForms } from './transfers.schema.ts'
import { cancelTransfer, offerTransfer } from './transfers.writes.server.ts'

type ActionResult = {
  intent: 'transfer' | 'cancel-transfer'
  /** The address of a link that was made, shown this once. */
  link: string | null
  reply: SubmissionResult | null
}

/**
 * Offers a ticket or takes an offer back, as the page of tickets asks for it.
 * @param user the person who asks; null for a visitor, who needs the token of a link
 */
export async function takeTransferForm(
  args: ActionFunctionArgs,
  { intent, form }: IntentRead<typeof transferForms>,
  user: string | null,
) {
  const respond = (result: Partial<ActionResult>, init?: ResponseInit | null) =>
    data<ActionResult>({ intent, link: null, reply: null, ...result }, init ?? undefined)
  if (!form.ok) {
    const reply = form.reply()
    return respond({ reply: reply.data }, reply.init)
  }
  const { order, holder } = readHolder(args, user)
  if (!holder) throw redirect(paths.myTickets(), 303)
  const done =
    form.value.intent === 'transfer'
      ? await offerTransfer(args, holder, form.value)
      : await cancelTransfer(args, holder, form.value.ticket)
  if (!done.ok) {
    const reply = form.refuse(done.refusal)
    return respond({ reply: reply.data }, reply.init)
  }
  const link = typeof done.value === 'object' && done.value && 'link' in done.value ? done.value.link : null
  // Redirects, so that a page that is reloaded without JavaScript sends nothing again; a link is shown by this response alone.
  return typeof link === 'string' ? respond({ link }) : redirect(paths.myTickets({ order }), 303)
}
