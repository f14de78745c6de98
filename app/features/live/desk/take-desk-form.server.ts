import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Refusal, type Result, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import type { IntentRead } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import {
  cancelStream,
  endStream,
  goLive,
  interruptStream,
  refundStreamPass,
  refundStreamPasses,
  resumeStream,
  rotateStreamKey,
  scheduleStream,
} from './desk.writes.server.ts'
import type { deskForms } from './desk-forms.ts'

const nothing = { intent: null, reply: null, refusal: null, key: null }

/**
 * Takes a step on the desk of a stream: runs it, and leads back to the desk.
 * @param actor who sends it, whose password is checked where one is sent
 * @returns a redirect; the refusal at its form; or a new stream key, which no other response shows
 */
export async function takeDeskForm(
  args: RequestArgs,
  actor: Actor,
  stream: string,
  sent: IntentRead<typeof deskForms>,
) {
  const refuse = (refusal: Refusal) =>
    data({ ...nothing, refusal: refusalSentence(refusal) }, refusalStatus(refusal))
  const done = () => redirect(paths.adminStream(stream, { done: sent.intent }), 303)
  const settle = (result: Result<unknown>) => (result.ok ? done() : refuse(result.refusal))
  switch (sent.intent) {
    case 'schedule':
      return settle(await scheduleStream(args, stream))
    case 'live':
      return settle(await goLive(args, stream))
    case 'resume':
      return settle(await resumeStream(args, stream))
    case 'key': {
      const rotated = await rotateStreamKey(args, stream)
      if (!rotated.ok) return refuse(rotated.refusal)
      return data({ ...nothing, key: rotated.value }, { headers: { 'cache-control': 'no-store' } })
    }
  }
  const { intent, form } = sent
  if (!form.ok) return atForm(intent, form.reply())
  if ('currentPassword' in form.value && form.value.currentPassword) {
    const refusal = await proveAgain(args, actor, form.value.currentPassword)
    if (refusal) return atForm(intent, form.refuse(refusal))
  }
  const run = {
    interrupt: () => interruptStream(args, stream, form.value.reason),
    end: () => endStream(args, stream, form.value.reason),
    cancel: () => cancelStream(args, stream, form.value.reason),
    'refund-all': () => refundStreamPasses(args, stream, form.value.reason),
    'refund-pass': () =>
      refundStreamPass(args, stream, 'code' in form.value ? form.value.code : '', form.value.reason),
  }[intent]
  const result = await run()
  return result.ok ? done() : atForm(intent, form.refuse(result.refusal))
}

type FormReply = ReturnType<Extract<IntentRead<typeof deskForms>['form'], { ok: false }>['reply']>

/** Shows what a form was refused for at that form. */
const atForm = (intent: string, { data: reply, init }: FormReply) =>
  data({ ...nothing, intent, reply }, init ?? undefined)
