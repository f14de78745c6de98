import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { Refusal, Result } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { safePath } from '#core/safe-path.ts'
import { methodNotAllowed } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { loginSchema, registerSchema } from './accounts.schema.ts'
import type { SignInReply } from './accounts.types.ts'
import { register, signIn } from './accounts.writes.server.ts'

/**
 * Takes the forms of the sign-in window before JavaScript arrives: sends a person who is in on to where they wanted to
 * go, and anybody else back to the form with each message at its field and what they typed, except passwords.
 */
export async function takeSignInForm(args: ActionFunctionArgs) {
  switch (new URL(args.request.url).searchParams.get('auth')) {
    case 'login': {
      const form = await readForm(args.request, loginSchema)
      if (!form.ok) return showReply('login', form.reply())
      return sendOn('login', form, await signIn(args, form.value))
    }
    case 'register': {
      const form = await readForm(args.request, registerSchema)
      if (!form.ok) return showReply('register', form.reply())
      return sendOn('register', form, await register(args, form.value))
    }
    default:
      throw methodNotAllowed('GET', 'HEAD')
  }
}

type Tab = SignInReply['tab']
type Reply = { data: SignInReply['reply']; init: ResponseInit | null }

function showReply(tab: Tab, { data: reply, init }: Reply) {
  return data<SignInReply>({ tab, reply }, init ?? undefined)
}

function sendOn(
  tab: Tab,
  form: { value: { redirect?: string }; refuse: (refusal: Refusal) => Reply },
  result: Result<Actor>,
) {
  if (!result.ok && result.refusal.code === 'second_step') {
    return redirect(paths.secondStep({ redirect: safePath(form.value.redirect) }), 303)
  }
  return result.ok
    ? redirect(safePath(form.value.redirect), 303)
    : showReply(tab, form.refuse(result.refusal))
}
