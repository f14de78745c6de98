import type { ActionFunctionArgs } from '@remix-run/node'
import { answerSignIn } from '#features/accounts/accounts.answers.server.ts'
import { loginSchema } from '#features/accounts/accounts.schema.ts'
import { signIn } from '#features/accounts/accounts.writes.server.ts'
import { methodNotAllowed, readBody } from '#server/api.server.ts'

export const loader = () => methodNotAllowed('POST')

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const body = await readBody(args.request, loginSchema)
  return body.ok ? answerSignIn(await signIn(args, body.value)) : body.response
}
