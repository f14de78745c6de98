import type { ActionFunctionArgs } from '@remix-run/node'
import { answerPlainSignIn, answerSignIn } from '#features/accounts/accounts.answers.server.ts'
import { guestSchema } from '#features/accounts/accounts.schema.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { methodNotAllowed, readBody } from '#server/api.server.ts'

export const loader = () => methodNotAllowed('POST')

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const body = await readBody(args.request, guestSchema, { mayBeEmpty: true })
  if (!body.ok) return body.response
  const guest = await continueAsGuest(args)
  return body.isForm ? answerPlainSignIn(guest, body.value.redirect) : answerSignIn(guest)
}
