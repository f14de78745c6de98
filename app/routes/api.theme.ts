import { redirect } from '@remix-run/node'
import { themeCookieName } from '#core/cookies.ts'
import { safePath } from '#core/safe-path.ts'
import { themeSchema } from '#core/theme.schema.ts'
import { apiAction } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'

const yearSeconds = 365 * 24 * 60 * 60
/** Sets the theme's cookie and goes back: the theme menu posts here before JavaScript arrives. */
export const action = apiAction({ schema: themeSchema }, (_args, { value }) => {
  const secure = readEnv().secure ? '; Secure' : ''
  return redirect(safePath(value.redirect), {
    status: 303,
    headers: {
      'set-cookie': `${themeCookieName}=${value.theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`,
    },
  })
})
