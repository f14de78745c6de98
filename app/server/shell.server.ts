import * as z from 'zod'
import { words } from '#core/columns.ts'
import { meSchema } from '#core/roles.ts'
import { oncePerRequest, type RequestArgs } from './session.server.ts'
import { userClient } from './supabase.server.ts'

const shellSchema = z.object({
  brand: z.object({
    name: z.string(),
    company: z.string(),
    logo: z.string().nullable(),
    tagline: z.string(),
    contact_email: words,
    postal_address: words,
    social_links: z.array(z.object({ label: z.string(), url: z.string() })),
    time_zone: z.string(),
    currency: z.string(),
  }),
  me: meSchema.nullable(),
  live: z.boolean(),
})

/** What header and footer need: the brand, who is asking, and whether a stream is live. */
export type Shell = z.output<typeof shellSchema>

/** Reads the shell in one round trip, once per request. Guards asked in the same request use its answer. */
export function readShell(args: RequestArgs): Promise<Shell> {
  return oncePerRequest(args, 'shell', async () => {
    const { data, error } = await userClient(args).rpc('read_shell')
    if (error) throw error
    return shellSchema.parse(data)
  })
}
