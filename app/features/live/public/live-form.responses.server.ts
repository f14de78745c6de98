import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { ok, type Result, refusalSentence, refusalStatus } from '#core/result.ts'
import { requireMember } from '#server/actor.server.ts'
import { methodNotAllowed } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { liveFormSchema } from '../live.schema.ts'
import { holdStreamPass, setStreamReminder } from '../live.writes.server.ts'

type Buyer = { id: string; isGuest: boolean }

/** What the page is told when a form was refused. */
export type LiveFormReply = { refusal: string }

/**
 * Takes the forms of the pages of streams: holds a pass and leads to the checkout, or notes a reminder.
 * @param continueAsGuest makes a guest account for a visitor: every hold has an owner
 */
export async function takeLiveForm(
  args: ActionFunctionArgs,
  continueAsGuest: (args: ActionFunctionArgs) => Promise<Result<Buyer>>,
) {
  if (args.request.method !== 'POST') throw methodNotAllowed('GET', 'HEAD', 'POST')
  const form = await readForm(args.request, liveFormSchema)
  if (!form.ok) return data<LiveFormReply>({ refusal: 'Please check your information and try again.' }, 422)
  const { intent, stream } = form.value
  if (intent === 'pass') return await buyPass(args, stream, continueAsGuest)
  const member = await requireMember(args)
  const set = await setStreamReminder(args, member.id, stream, intent === 'remind')
  return set.ok ? redirect(paths.live(stream), 303) : refuse(set.refusal)
}

const refuse = (refusal: Parameters<typeof refusalSentence>[0]) =>
  data<LiveFormReply>({ refusal: refusalSentence(refusal) }, refusalStatus(refusal))

async function buyPass(
  args: ActionFunctionArgs,
  stream: string,
  continueAsGuest: (args: ActionFunctionArgs) => Promise<Result<Buyer>>,
) {
  const identity = await readIdentity(args)
  const buyer = identity
    ? ok({ id: identity.id, isGuest: identity.isAnonymous })
    : await continueAsGuest(args)
  if (!buyer.ok) return refuse(buyer.refusal)
  const { address } = args.context.requestContext
  const held = await holdStreamPass(buyer.value, address, stream, readIdempotencyKey(args.request))
  return held.ok ? redirect(paths.checkout({ hold: held.value.holdId }), 303) : refuse(held.refusal)
}
