import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { IntentRead } from '#server/form.server.ts'
import { readHolder } from '../ticket-holder.server.ts'
import type { returnForms } from './returns.schema.ts'
import { changeListing } from './returns.writes.server.ts'

type ActionResult = { intent: 'list' | 'unlist'; reply: SubmissionResult | null }

/**
 * Lists a ticket for return or takes it back, as the page of tickets asks for it.
 * @param user the person who asks; null for a visitor, who needs the token of a link
 */
export async function takeReturnForm(
  args: ActionFunctionArgs,
  { intent, form }: IntentRead<typeof returnForms>,
  user: string | null,
) {
  const respond = ({ data: reply, init }: { data: SubmissionResult; init: ResponseInit | null }) =>
    data<ActionResult>({ intent, reply }, init ?? undefined)
  if (!form.ok) return respond(form.reply())
  const { order, holder } = readHolder(args, user)
  if (!holder) throw redirect(paths.myTickets(), 303)
  const done = await changeListing(args, holder, form.value)
  return done.ok ? redirect(paths.myTickets({ order }), 303) : respond(form.refuse(done.refusal))
}
