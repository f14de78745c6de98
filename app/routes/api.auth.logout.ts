import { redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { safePath } from '#core/safe-path.ts'
import { maySee } from '#core/staff-pages.ts'
import { guestSchema } from '#features/accounts/accounts.schema.ts'
import { signOut } from '#features/accounts/accounts.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { apiAction } from '#server/api.server.ts'

export const action = apiAction(
  { schema: guestSchema, mayBeEmpty: true },
  async (args, { value, isForm }) => {
    const actor = isForm ? await readActor(args) : null
    await signOut(args)
    const headers = { 'cache-control': 'no-store' }
    // A phone of the door may hold scans that nobody else has: its page deletes the rest, and says what waits.
    if (maySee(actor, '/ticket-scanner'))
      return redirect(paths.ticketScannerOffline({ at: 'log-out', redirect: safePath(value.redirect) }), {
        status: 303,
        headers,
      })
    if (isForm) {
      // Scripts delete what the browser saved of this person's tickets; a plain form may come from a page where none runs.
      // Cookies, such as the theme's, stay: the session's own is ended above.
      const cleared: HeadersInit = actor ? { 'clear-site-data': '"storage"' } : {}
      return redirect(safePath(value.redirect), { status: 303, headers: { ...headers, ...cleared } })
    }
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  },
)
