import { redirect } from '@remix-run/node'
import { safePath } from '#core/safe-path.ts'
import { guestSchema } from '#features/accounts/accounts.schema.ts'
import { signOut } from '#features/accounts/accounts.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction(
  { schema: guestSchema, mayBeEmpty: true },
  async (args, { value, isForm }) => {
    await signOut(args)
    if (isForm) return redirect(safePath(value.redirect), 303)
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
)
