import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { themeCookieName } from '#core/cookies.ts'
import { safePath } from '#core/safe-path.ts'
import { themeChoices } from '#core/theme-choice.ts'
import { errorResponse, methodNotAllowed } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'

const yearSeconds = 365 * 24 * 60 * 60

export const loader = () => methodNotAllowed('POST')

/** The theme switcher before JavaScript arrives: sets the cookie and goes back. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'POST') return methodNotAllowed('POST')
  const form = await request.formData().catch(() => null)
  const choice = themeChoices.find((one) => one === form?.get('theme'))
  if (!choice) return errorResponse(422, 'Please choose light, dark or system.')
  const secure = readEnv().secure ? '; Secure' : ''
  return redirect(safePath(form?.get('redirect')), {
    status: 303,
    headers: {
      'set-cookie': `${themeCookieName}=${choice}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`,
    },
  })
}
