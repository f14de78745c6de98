import type { SubmissionResult } from '@conform-to/react'
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import type { FormRead } from '#server/form.server.ts'
import type {
  changeEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  deleteAccountSchema,
} from './settings.schema.ts'
import type { SettingsForm, SettingsReply } from './settings.types.ts'
import { changeEmail, changePassword, confirmEmail, requestDeletion } from './settings.writes.server.ts'
import type { settingsNotes } from './settings-notes.ts'

/** Takes the forms of the settings that may be refused at a field. */

/** Opens the settings with a note of what was done. */
export function done(what: keyof typeof settingsNotes) {
  return redirect(paths.settings({ done: what }), 303)
}

function replyAt(form: SettingsForm, reply: { data: SubmissionResult; init: ResponseInit | null }) {
  return data<SettingsReply>({ form, reply: reply.data, message: null }, reply.init ?? undefined)
}

/** Shows over the settings why something was refused. */
export function refuseSettings(refusal: Refusal, status = refusalStatus(refusal)) {
  return data<SettingsReply>({ form: null, reply: null, message: refusalSentence(refusal) }, status)
}

/** Mails a link to the new address. */
export async function takeEmail(
  args: ActionFunctionArgs,
  actor: Actor,
  form: FormRead<typeof changeEmailSchema>,
) {
  if (!form.ok) return replyAt('email', form.reply())
  const refusal = await changeEmail(args, actor, form.value)
  return refusal ? replyAt('email', form.refuse(refusal)) : done('email-sent')
}

/** Sets the new address by the link that was mailed to it. */
export async function takeEmailLink(actor: Actor, form: FormRead<typeof confirmEmailSchema>) {
  const refusal: Refusal | null = form.ok
    ? await confirmEmail(actor, form.value.token)
    : { code: 'confirm_link_ended', facts: {} }
  return refusal ? refuseSettings(refusal, 409) : done('email')
}

/** Sets a new password. */
export async function takePassword(
  args: ActionFunctionArgs,
  actor: Actor,
  form: FormRead<typeof changePasswordSchema>,
) {
  if (!form.ok) return replyAt('password', form.reply())
  const refusal = await changePassword(args, actor, form.value)
  // The password is changed, and this device signs in again like all others.
  if (refusal?.code === 'second_step')
    return redirect(paths.secondStep({ redirect: paths.settings({ done: 'password' }) }), 303)
  return refusal ? replyAt('password', form.refuse(refusal)) : done('password')
}

/** Asks for the deletion of the account. */
export async function takeDeletion(
  args: ActionFunctionArgs,
  actor: Actor,
  form: FormRead<typeof deleteAccountSchema>,
) {
  if (!form.ok) return replyAt('delete', form.reply())
  const refusal = await requestDeletion(args, actor, form.value.currentPassword)
  return refusal ? replyAt('delete', form.refuse(refusal)) : redirect(paths.settings(), 303)
}
