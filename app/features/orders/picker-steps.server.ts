import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { refusalSentence } from '#core/result.ts'
import { leaveFlash, wantsPage } from '#server/flash.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { forgetCode, unlockCode } from './codes.writes.server.ts'
import { codeMissing, type StepTickets } from './orders.schema.ts'
import type { CodeReply } from './orders.types.ts'

type BecomeGuest = Parameters<typeof unlockCode>[3]

/**
 * Takes a step of the picker's form: applies or removes a code, and for a browser without JavaScript changes one quantity or opens the
 * field of the code. The choice stays: without JavaScript the page's own address keeps it.
 * @param id the event
 */
export async function takePickerStep(
  args: ActionFunctionArgs,
  id: string,
  form: StepTickets,
  becomeGuest: BecomeGuest,
) {
  const { step, lines } = form
  if (step === 'apply' || step === 'remove') return await changeCode(args, id, form, step, becomeGuest)
  // Names the code in use: none is being typed in.
  const code = z.uuid().safeParse(form.code).success ? null : form.code
  return redirect(withChoice(id, { lines, code }, step), 303)
}

/** Applies the code that was typed in, or removes the one in use. */
async function changeCode(
  args: ActionFunctionArgs,
  id: string,
  choice: StepTickets,
  step: 'apply' | 'remove',
  becomeGuest: BecomeGuest,
) {
  const identity = await readIdentity(args)
  let sentence: string | null = null
  if (step === 'remove') {
    if (identity) await forgetCode(identity.id, id)
  } else if (choice.code === '') {
    sentence = codeMissing
  } else {
    const typed = { eventId: id, code: choice.code }
    const unlocked = await unlockCode(args, typed, identity?.id ?? null, becomeGuest)
    if (!unlocked.ok) sentence = refusalSentence(unlocked.refusal)
  }
  const refusal = sentence === null ? null : { typed: choice.code, sentence }
  if (!wantsPage(args.request)) return data<CodeReply>({ intent: 'code', refusal })
  if (refusal) leaveFlash(args, `code-${id}`, refusal.sentence)
  return redirect(withChoice(id, { ...choice, code: refusal?.typed ?? null }, 'code'), 303)
}

/** Makes the address of the page with a choice, with the quantity that a step changes, and with the code that is being typed in. */
function withChoice(
  id: string,
  { lines, code }: Pick<StepTickets, 'lines'> & { code: string | null },
  step: string,
): string {
  const chosen = [...lines.map(({ type, quantity }) => `${type} ${quantity}`), step === 'code' ? '' : step]
  const query = chosen
    .filter((one) => one !== '' && (!one.endsWith(' 0') || one === step))
    .map((one) => ['pick', one])
  if (code || (step === 'code' && code !== null)) query.push(['code', code])
  return `${paths.event(id)}?${new URLSearchParams(query)}#${step === 'code' ? 'code' : 'tickets'}`
}
