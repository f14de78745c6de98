import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { MailEventProvider } from './mail-events-port.server.ts'

/** How far a message's time may be from our clock, in seconds, as its publisher says. */
const tolerance = 300

const eventSchema = z.object({
  type: z.enum(['email.bounced', 'email.complained', 'email.delivered']),
  created_at: instant,
  data: z.object({
    email_id: z.string(),
    message_id: z.string().optional(),
    to: z.array(z.string()),
    bounce: z.object({ type: z.string().default('Permanent'), message: z.string().default('') }).optional(),
  }),
})

/** Returns whether a message was signed with the secret: `v1,<HMAC-SHA256 of "id.time.body" in base64>`, several while keys change. */
function isSigned(body: string, headers: Headers, secret: string, now: number): boolean {
  const id = headers.get('svix-id') ?? ''
  const time = headers.get('svix-timestamp') ?? ''
  const given = (headers.get('svix-signature') ?? '').slice(0, 1024).split(' ')
  if (!id || !/^\d{1,12}$/.test(time) || Math.abs(now - Number(time)) > tolerance) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  return given.some((one) => {
    const [version, value = ''] = one.split(',')
    const bytes = Buffer.from(value, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}

const kinds = {
  'email.bounced': 'hard_bounce',
  'email.complained': 'complaint',
  'email.delivered': 'delivered',
} as const

/** Resend, whose messages are signed as Svix does. */
export const resendEvents: MailEventProvider = {
  name: 'resend',
  open({ MAIL_EVENTS_RESEND_SECRET: secret }) {
    if (!secret) return null
    return {
      async read(body, headers, now) {
        if (!isSigned(body, headers, secret, now)) return null
        const event = eventSchema.safeParse(JSON.parse(body)).data
        if (!event) return []
        const { email_id: id, message_id: messageId, to, bounce } = event.data
        const kind = bounce && bounce.type !== 'Permanent' ? 'soft_bounce' : kinds[event.type]
        return to.map((address) => ({
          key: `${headers.get('svix-id')}:${kind}:${address}`,
          kind,
          refs: [id, ...(messageId ? [messageId] : [])],
          address,
          at: event.created_at,
          note: bounce?.message ?? '',
        }))
      },
    }
  },
}
