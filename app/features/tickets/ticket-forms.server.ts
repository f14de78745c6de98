import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { Refusal } from '#core/result.ts'
import type { IntentRead } from '#server/form.server.ts'
import type { ticketForms } from './tickets.schema.ts'
import { reissueTicket, renameTicket, reportScan, sendTicketLinks } from './tickets.writes.server.ts'

type ActionResult = {
  intent: 'send' | 'rename' | 'reissue' | 'report'
  /** Says whether a mail with links was asked for. */
  sent: boolean
  /** The new name on a ticket. */
  renamed: string | null
  reply: SubmissionResult | null
}

/** Mails links to the tickets of an address, or changes the name on a ticket or its code, or reports a scan of it. */
export async function takeTicketForm(
  args: ActionFunctionArgs,
  { intent, form }: IntentRead<typeof ticketForms>,
) {
  const respond = (result: Partial<ActionResult>, init?: ResponseInit | null) =>
    data<ActionResult>({ intent, sent: false, renamed: null, reply: null, ...result }, init ?? undefined)
  if (!form.ok) {
    const reply = form.reply()
    return respond({ reply: reply.data }, reply.init)
  }
  const refuse = (refusal: Refusal) => {
    const reply = form.refuse(refusal)
    return respond({ reply: reply.data }, reply.init)
  }
  const order = new URL(args.request.url).searchParams.get('order')
  if (form.value.intent === 'reissue') {
    const reissued = await reissueTicket(args, form.value, order)
    // Redirects, so that a page that is reloaded without JavaScript makes no second one.
    return reissued.ok ? redirect(paths.myTickets({ order, renewed: '' }), 303) : refuse(reissued.refusal)
  }
  if (form.value.intent === 'report') {
    const reported = await reportScan(args, form.value, order)
    return reported.ok ? redirect(paths.myTickets({ order, reported: '' }), 303) : refuse(reported.refusal)
  }
  if (form.value.intent === 'rename') {
    const renamed = await renameTicket(args, form.value, order)
    return renamed.ok ? respond({ renamed: renamed.value.holderName }) : refuse(renamed.refusal)
  }
  const refusal = await sendTicketLinks(args, form.value.email)
  return refusal ? refuse(refusal) : respond({ sent: true })
}
