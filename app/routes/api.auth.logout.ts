import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { safePath } from '#core/safe-path.ts'
import { guestSchema } from '#features/accounts/accounts.schema.ts'
import { signOut } from '#features/accounts/accounts.writes.server.ts'
import { methodNotAllowed, readBody } from '#server/api.server.ts'

export const loader = () => methodNotAllowed('POST')

export async function action(args: ActionFunctionArgs) {
  if (args.request.method !== 'POST') return methodNotAllowed('POST')
  const body = await readBody(args.request, guestSchema, { mayBeEmpty: true })
  if (!body.ok) return body.response
  await signOut(args)
  if (body.isForm) return redirect(safePath(body.value.redirect), 303)
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}
