import type { ActionFunctionArgs } from '@remix-run/node'
import { answerSignIn, answerUnread } from '#features/accounts/accounts.answers.server.ts'
import { registerSchema, registrationSchema } from '#features/accounts/accounts.schema.ts'
import { register } from '#features/accounts/accounts.writes.server.ts'
import { methodNotAllowed, readBody } from '#server/api.server.ts'

export const loader = () => methodNotAllowed('POST')

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  // A plain form holds the repeated password too; the call never does.
  const isCall = /^application\/json/i.test(args.request.headers.get('content-type') ?? '')
  const body = await readBody(args.request, isCall ? registrationSchema : registerSchema)
  if (!body.ok) return answerUnread(body, 'register')
  const { isForm, value } = body
  return answerSignIn(await register(args, value), { isForm, tab: 'register', redirect: value.redirect })
}
