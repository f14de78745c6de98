import { redirect } from '@remix-run/node'
import { safePath } from '#core/safe-path.ts'
import { guestSchema } from '#features/accounts/accounts.schema.ts'
import { signOut } from '#features/accounts/accounts.writes.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction(
  { schema: guestSchema, mayBeEmpty: true },
  async (args, { value, isForm }) => {
    await signOut(args)
    if (isForm) {
      // Scripts delete what the browser saved of this person's tickets; a plain form may come from a page where none runs.
      // Cookies, such as the theme's, stay: the session's own is ended above.
      const headers = { 'clear-site-data': '"storage"', 'cache-control': 'no-store' }
      return redirect(safePath(value.redirect), { status: 303, headers })
    }
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
)
