import { redirect } from '@remix-run/node'
import * as z from 'zod'
import { themeCookieName } from '#core/cookies.ts'
import { safePath } from '#core/safe-path.ts'
import { themeChoices } from '#core/theme-choice.ts'
import { apiAction } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'

const yearSeconds = 365 * 24 * 60 * 60
const themeSchema = z.object({
  theme: z.enum(themeChoices, { error: 'Please choose light, dark or system.' }),
  redirect: z.string().optional(),
})

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
