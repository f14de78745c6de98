import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import { readActor } from '#server/actor.server.ts'
import { leaveFlash, wantsPage } from '#server/flash.server.ts'
import { keepTyped } from '#server/typed-form.server.ts'
import { readCheckout } from '../orders.reads.server.ts'
import { ageMessage, type HoldTickets } from '../orders.schema.ts'
import type { HoldReply } from '../orders.types.ts'

/** Describes the reply to a form of the checkout that leads nowhere else. */
export type CheckoutReply =
  | HoldReply
  | { intent: 'sign-in' }
  | { intent: 'again' | 'retry' | 'release' | 'code'; refusal: string }
  | { intent: 'pay' | 'deliver'; reply: SubmissionResult }

/** Responds to the page with a refusal and its status. */
export function refuse(intent: 'again' | 'retry' | 'release' | 'code', refusal: Refusal) {
  return data<CheckoutReply>({ intent, refusal: refusalSentence(refusal) }, refusalStatus(refusal))
}

type FormReply = { data: SubmissionResult; init: ResponseInit | null }

/** Responds to the form of the buyer, or of the delivery, with messages at its fields. */
export function replyTo(intent: 'pay' | 'deliver', reply: FormReply) {
  return data<CheckoutReply>({ intent, reply: reply.data }, reply.init ?? undefined)
}

/** Lists what people type into the forms of the checkout. */
const typedFields = [
  ...['name', 'email', 'phone', 'age', 'marketing'],
  ...['how', 'recipient', 'line1', 'line2', 'city', 'state', 'postalCode'],
]

/**
 * Opens the sign-in window over the checkout, whose session has ended. What was typed stays: in the page with JavaScript, in a cookie
 * without.
 */
export function signInFirst(args: ActionFunctionArgs, sent: Record<string, unknown>) {
  if (!wantsPage(args.request)) return data<CheckoutReply>({ intent: 'sign-in' }, 401)
  const typed = typedFields.flatMap((name) => {
    const value = sent[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  if (typed.length > 0) keepTyped(args, paths.checkout(), Object.fromEntries(typed))
  const { searchParams } = new URL(args.request.url)
  const hold = searchParams.get('hold') ?? undefined
  return redirect(paths.checkout({ hold, auth: 'login', redirect: paths.checkout({ hold }) }), 303)
}

/** Responds to a form that lacks something, by what it is for. */
export async function replyIncomplete(args: ActionFunctionArgs, reply: FormReply) {
  const sent = reply.data.initialValue ?? {}
  const { error } = reply.data
  const isTypedIn = sent.intent === 'pay' || sent.intent === 'deliver'
  if (isTypedIn && !(await readActor(args))) return signInFirst(args, sent)
  if (sent.intent === 'pay') return replyTo('pay', await askForAge(args, reply))
  if (sent.intent === 'deliver') return replyTo('deliver', reply)
  if (sent.intent === 'code')
    return data<CheckoutReply>({ intent: 'code', refusal: error?.code?.[0] ?? 'Enter a code' }, 422)
  const eventId = z.uuid().safeParse(sent.event).data
  // A code that was typed in and not applied: the event's page takes the same form and applies it.
  if (eventId && sent.code && error?.code && wantsPage(args.request))
    return redirect(paths.event(eventId), 307)
  const [message] = Object.values(error ?? {}).flatMap((messages) => messages ?? [])
  return refuseHold(args, { event: eventId, lines: [] }, message ?? 'Choose at least one ticket', 422)
}

/** Adds the message of the age box, which only some events have, to the others of an incomplete form. */
async function askForAge(args: ActionFunctionArgs, reply: FormReply): Promise<FormReply> {
  const { hold, age } = reply.data.initialValue ?? {}
  const holdId = z.uuid().safeParse(hold).data
  if (age === 'on' || !holdId || !(await readActor(args))) return reply
  const checkout = await readCheckout(args, holdId)
  if (!checkout?.event || checkout.event.minAge === 0) return reply
  return { ...reply, data: { ...reply.data, error: { ...reply.data.error, age: [ageMessage] } } }
}

/**
 * Reports to the picker why a choice can't be held. A plain form gets the event's page again, with the sentence at
 * the tickets and what was chosen, as far as there is so much of it.
 */
export function refuseHold(
  args: ActionFunctionArgs,
  { event, lines }: { event: string | undefined; lines: HoldTickets['lines'] },
  sentence: string,
  status: number,
) {
  if (event === undefined || !wantsPage(args.request)) {
    return data<CheckoutReply>({ intent: 'hold', refusal: sentence }, status)
  }
  leaveFlash(args, event, sentence)
  const picked = lines.flatMap(({ type, quantity }) =>
    quantity > 0 ? [['pick', `${type} ${quantity}`]] : [],
  )
  const query = picked.length > 0 ? `?${new URLSearchParams(picked)}` : ''
  return redirect(`${eventAddress(args.request, event)}${query}#tickets`, 303)
}

/** Returns the path of an event's page with its slug where the form stood on it: from the id alone, the event is read for a redirect. */
function eventAddress(request: Request, event: string): string {
  const path = paths.event(event)
  const from = URL.parse(request.headers.get('referer') ?? '')?.pathname ?? ''
  return from.startsWith(`${path}/`) && /^[a-z0-9-]+$/.test(from.slice(path.length + 1)) ? from : path
}
