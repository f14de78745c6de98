import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { deviceCookieName, readCookies } from '#core/cookies.ts'
import { browserOf } from '#core/device.ts'
import type { Actor } from '#core/roles.ts'
import { readEnv } from '#server/env.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const cookieSeconds = 400 * 24 * 60 * 60
const idSchema = z.string().regex(/^[\w-]{22}$/)

/**
 * Notes that somebody signed in from this browser, and has the database mail them when it is new to their account. The browser is
 * known again by a cookie of its own and by its name. A failure is logged: they are signed in all the same.
 */
export async function noteDevice(args: RequestArgs, actor: Actor): Promise<void> {
  const { requestContext } = args.context
  const { secure } = readEnv()
  const name = deviceCookieName(secure)
  const known = idSchema.safeParse(readCookies(args.request.headers.get('cookie')).get(name)).data
  const id = known ?? randomBytes(16).toString('base64url')
  requestContext.cookies.setCookie(
    `${name}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${cookieSeconds}${secure ? '; Secure' : ''}`,
  )
  const agent = (args.request.headers.get('user-agent') ?? '').replace(/[^ -~]/g, '').slice(0, 300)
  const hash = createHash('sha256')
    .update(`${id} ${browserOf(agent)}`)
    .digest('base64url')
  const values = { p_user: actor.id, p_device_hash: hash, p_user_agent: agent }
  await rpc(serviceClient(), 'note_device', values, z.boolean()).catch((error: unknown) => {
    requestContext.log.error({ err: error }, 'a device could not be noted')
  })
}
