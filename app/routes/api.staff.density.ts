import { redirect } from '@remix-run/node'
import * as z from 'zod'
import { densities, densityCookieName } from '#core/office-choices.ts'
import { safePath } from '#core/safe-path.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { apiAction } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'

const yearSeconds = 365 * 24 * 60 * 60
const schema = z.object({ density: z.enum(densities), redirect: z.string().optional() })

/** Keeps in a cookie how much room the rows of staff lists take, then goes back to the list. */
export const action = apiAction(
  { schema, guard: (args) => requireStaffPage(args, '/admin/search') },
  (args, { value }) => {
    const secure = readEnv().secure ? '; Secure' : ''
    args.context.requestContext.cookies.setCookie(
      `${densityCookieName}=${value.density}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`,
    )
    return redirect(safePath(value.redirect), 303)
  },
)
