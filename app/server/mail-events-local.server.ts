import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { MailEventProvider } from './mail-events-port.server.ts'
import { isSignedBy } from './payment-signature.server.ts'

/** The header that carries the signature of the development mailbox. */
const signatureHeader = 'mail-signature'

const eventSchema = z.object({
  key: z.string(),
  kind: z.enum(['delivered', 'soft_bounce', 'hard_bounce', 'complaint']),
  refs: z.array(z.string()),
  address: z.string(),
  at: instant,
  note: z.string(),
})

/** The development mailbox, whose buttons report bounces and complaints; it signs with a key made from that of the stack. */
export const localEvents: MailEventProvider = {
  name: 'local',
  open({ local, SUPABASE_SECRET_KEY: key }) {
    if (!local) return null
    const secret = createHmac('sha256', key).update('mail events').digest('hex')
    return {
      async read(body, headers, now) {
        if (!isSignedBy(body, headers.get(signatureHeader) ?? '', [secret], now)) return null
        const event = eventSchema.safeParse(JSON.parse(body)).data
        return event ? [event] : []
      },
    }
  },
}
