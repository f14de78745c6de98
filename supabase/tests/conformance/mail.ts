/** Reads the mailbox through Mailpit's API. */
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { target } from './target.ts'

const foundSchema = z.object({ messages: z.array(z.object({ ID: z.string() })) })
const mailSchema = z.object({
  Subject: z.string(),
  HTML: z.string(),
  Text: z.string(),
  From: z.object({ Address: z.string() }).nullable(),
  To: z.array(z.object({ Address: z.string() })),
})

const timeoutMs = 10_000

/** The `count` newest mails to an address, newest first; waits for them. */
export async function mailsTo(address: string, count = 1): Promise<z.output<typeof mailSchema>[]> {
  const until = Date.now() + timeoutMs
  const query = new URLSearchParams({ query: `to:"${address}"` })
  for (;;) {
    const found = foundSchema.parse(await (await fetch(`${target.mailboxUrl}/api/v1/search?${query}`)).json())
    if (found.messages.length >= count) {
      const ids = found.messages.slice(0, count).map((message) => message.ID)
      return Promise.all(
        ids.map(async (id) =>
          mailSchema.parse(await (await fetch(`${target.mailboxUrl}/api/v1/message/${id}`)).json()),
        ),
      )
    }
    if (Date.now() > until) throw new Error(`${found.messages.length} of ${count} mails to ${address} came`)
    await wait(100)
  }
}

/** The token and type in a mail's link to the site. */
export function linkOf(mail: { HTML: string }): { token_hash: string; type: string; next: string | null } {
  const [, address = ''] = /href="([^"]*token_hash=[^"]*)"/.exec(mail.HTML) ?? []
  const query = new URL(address.replaceAll('&amp;', '&')).searchParams
  return { token_hash: query.get('token_hash') ?? '', type: query.get('type') ?? '', next: query.get('next') }
}

/** The link of the newest mail to an address. */
export async function linkTo(address: string): Promise<ReturnType<typeof linkOf>> {
  const [mail] = await mailsTo(address)
  if (!mail) throw new Error('no mail')
  return linkOf(mail)
}
