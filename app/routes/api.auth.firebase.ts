import type { ActionFunctionArgs } from '@remix-run/node'
import { answerSignIn } from '#features/accounts/accounts.answers.server.ts'
import { firebaseSchema } from '#features/accounts/accounts.schema.ts'
import { exchangeIdToken } from '#features/accounts/identity.writes.server.ts'
import { methodNotAllowed, readBody } from '#server/api.server.ts'

export const loader = () => methodNotAllowed('POST')

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const body = await readBody(args.request, firebaseSchema)
  if (!body.ok) return body.response
  return answerSignIn(await exchangeIdToken(args, body.value))
}
