import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { sentenceOf, statusOf } from '#core/refusals.ts'
import { type Refusal, refused } from '#core/result.ts'
import { safePath } from '#core/safe-path.ts'
import type { FormRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import type { passkeyStepSchema, secondStepSchema } from './accounts.schema.ts'
import { challengePasskey, takePasskeyStep } from './passkeys.writes.server.ts'
import { takeSecondStep } from './second-step.writes.server.ts'

/** Takes the forms of the second step of signing in. */

/** Describes the page after one of them. `message` says why a passkey did not count. */
type Reply = { reply: SubmissionResult | null; message: string | null; isOver: boolean; next: string }

function failed(refusal: Refusal, next: string) {
  const message = sentenceOf(refusal.code, refusal.facts)
  const isOver = refusal.code === 'second_step_over'
  return data<Reply>({ reply: null, message, isOver, next }, statusOf(refusal.code))
}

/** Takes the code of an app, or a recovery code, and leads to the page that was asked for. */
export async function takeSignInCode(args: RequestArgs, form: FormRead<typeof secondStepSchema>) {
  if (!form.ok) {
    const { data: reply, init } = form.reply()
    return data<Reply>({ reply, message: null, isOver: false, next: paths.home() }, init ?? undefined)
  }
  const next = safePath(form.value.redirect)
  const taken = await takeSecondStep(args, form.value.code)
  if (taken.ok) return redirect(next, 303)
  const { data: reply, init } = form.refuse(taken.refusal)
  const isOver = taken.refusal.code === 'second_step_over'
  return data<Reply>({ reply, message: null, isOver, next }, init ?? undefined)
}

/** Asks the device for a passkey. */
export async function askSignInPasskey(args: RequestArgs) {
  const asked = await challengePasskey(args)
  return asked.ok ? data({ challenge: asked.value }) : failed(asked.refusal, paths.home())
}

/** Takes a passkey's answer, and leads to the page that was asked for. */
export async function takeSignInPasskey(args: RequestArgs, form: FormRead<typeof passkeyStepSchema>) {
  if (!form.ok) return failed(refused('passkey_failed').refusal, paths.home())
  const { intent: _intent, redirect: path, ...answer } = form.value
  const next = safePath(path)
  const taken = await takePasskeyStep(args, answer)
  return taken.ok ? redirect(next, 303) : failed(taken.refusal, next)
}
