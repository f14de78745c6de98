import type { SubmissionResult } from '@conform-to/react'
import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { sentenceOf, statusOf } from '#core/refusals.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { drawQr } from '#server/draw-qr.server.ts'
import type { FormRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readShell } from '#server/shell.server.ts'
import {
  type finishAppSchema,
  type finishPasskeySchema,
  newAppSchema,
  type newPasskeySchema,
  type removeFactorSchema,
  type secondStepPasswordSchema,
} from './accounts.schema.ts'
import type { SecondStepReply } from './accounts.types.ts'
import { sendFactorConfirmation } from './factor-confirmation.writes.server.ts'
import { beginPasskey, finishPasskey } from './passkeys.writes.server.ts'
import {
  beginApp,
  endSecondStep,
  finishApp,
  removeFactor,
  renewRecoveryCodes,
} from './second-step.writes.server.ts'

/** Takes the forms of the page on which a member sets up the second step: each answers with what the page shows next. */

type FormReply = { data: SubmissionResult; init: ResponseInit | null }

/** Says what the page shows of a new app: the picture is drawn here, and the key read out of the address. */
function scan({ factorId, uri }: { factorId: string; uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  return { step: 'scan', factorId, uri, secret, picture: drawQr(uri, 15) } as const
}

/** Shows the recovery codes that came with the first factor, or says that a further one was added. */
function added(codes: string[] | null, done: 'app' | 'passkey') {
  return codes
    ? data<SecondStepReply>({ step: 'codes', codes, reply: null })
    : redirect(paths.secondStepSettings({ done }), 303)
}

/** Shows messages at one of the forms that ask for the password. */
function back(intent: 'begin' | 'codes' | 'end' | 'begin-passkey', { data: reply, init }: FormReply) {
  return data<SecondStepReply>({ step: 'form', intent, reply }, init ?? undefined)
}

/** Mails the link by which an admin confirms what they set up after the deadline. */
export async function mailConfirmation(actor: Actor) {
  const refusal = await sendFactorConfirmation(actor)
  if (!refusal) return redirect(paths.secondStepSettings({ done: 'mailed' }), 303)
  const message = refusalSentence(refusal)
  return data<SecondStepReply>({ step: 'mail', message, reply: null }, refusalStatus(refusal))
}

/** Makes a new app, the codes or the end of the second step from the password alone. */
export async function takePassword(
  args: RequestArgs,
  actor: Actor,
  intent: 'begin' | 'codes' | 'end',
  form: FormRead<typeof secondStepPasswordSchema>,
) {
  if (!form.ok) return back(intent, form.reply())
  const { currentPassword } = form.value
  const refuse = (refusal: Refusal) => back(intent, form.refuse(refusal))
  switch (intent) {
    case 'begin': {
      const { brand } = await readShell(args)
      const begun = await beginApp(args, actor, brand.name, currentPassword)
      return begun.ok ? data<SecondStepReply>({ ...scan(begun.value), reply: null }) : refuse(begun.refusal)
    }
    case 'codes': {
      const codes = await renewRecoveryCodes(args, actor, currentPassword)
      return codes.ok
        ? data<SecondStepReply>({ step: 'codes', codes: codes.value, reply: null })
        : refuse(codes.refusal)
    }
    case 'end': {
      const refusal = await endSecondStep(args, actor, currentPassword)
      return refusal ? refuse(refusal) : redirect(paths.secondStepSettings({ done: 'ended' }), 303)
    }
  }
}

/** Checks the first code of a new app. */
export async function takeAppCode(
  args: RequestArgs,
  actor: Actor,
  { fields, form }: { fields: FormData; form: FormRead<typeof finishAppSchema> },
) {
  const app = newAppSchema.safeParse(Object.fromEntries(fields))
  if (!app.success) return redirect(paths.secondStepSettings(), 303)
  const failed = ({ data: reply, init }: FormReply) =>
    data<SecondStepReply>({ ...scan(app.data), reply }, init ?? undefined)
  if (!form.ok) return failed(form.reply())
  const codes = await finishApp(args, actor, form.value.factorId, form.value.code)
  return codes.ok ? added(codes.value, 'app') : failed(form.refuse(codes.refusal))
}

/** Asks the device for a new passkey. */
export async function takePasskeyName(
  args: RequestArgs,
  actor: Actor,
  form: FormRead<typeof newPasskeySchema>,
) {
  if (!form.ok) return back('begin-passkey', form.reply())
  const begun = await beginPasskey(args, actor, form.value.name, form.value.currentPassword)
  if (!begun.ok) return back('begin-passkey', form.refuse(begun.refusal))
  return data<SecondStepReply>({ step: 'passkey', challenge: begun.value, message: null, reply: null })
}

/** Keeps the passkey that the device made. */
export async function takePasskey(
  args: RequestArgs,
  actor: Actor,
  form: FormRead<typeof finishPasskeySchema>,
) {
  if (!form.ok) return redirect(paths.secondStepSettings(), 303)
  const { intent: _intent, ...answer } = form.value
  const codes = await finishPasskey(args, actor, answer)
  if (codes.ok) return added(codes.value, 'passkey')
  const { code, facts } = codes.refusal
  const { factorId, challengeId } = answer
  const challenge = { factorId, challengeId, options: { challenge: '' } }
  const message = sentenceOf(code, facts)
  return data<SecondStepReply>({ step: 'passkey', challenge, message, reply: null }, statusOf(code))
}

/** Removes an app or a passkey. */
export async function takeRemoval(
  args: RequestArgs,
  actor: Actor,
  { fields, form }: { fields: FormData; form: FormRead<typeof removeFactorSchema> },
) {
  const factorId = String(fields.get('factorId') ?? '')
  const failed = ({ data: reply, init }: FormReply) =>
    data<SecondStepReply>({ step: 'remove', factorId, reply }, init ?? undefined)
  if (!form.ok) return failed(form.reply())
  const left = await removeFactor(args, actor, form.value.factorId, form.value.currentPassword)
  if (!left.ok) return failed(form.refuse(left.refusal))
  const next = paths.secondStepSettings({ done: left.value === 'off' ? 'ended' : 'removed' })
  return redirect(left.value === 'waits' ? paths.secondStep({ redirect: next }) : next, 303)
}
