import * as z from 'zod'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readActor } from './actor.server.ts'
import { type PaperSize, paperOf } from './pdf.server.ts'
import { countAttempt, visitorNetwork } from './rate-limit.server.ts'
import type { RequestArgs } from './session.server.ts'

const codeSchema = z.string().regex(/^[2-9A-HJ-NP-Z]{8}$/)

/** Forbids caches, and referrers to other sites: tickets open doors, and the address may hold a link's token. */
const headers = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

/**
 * Serves a document about an order as a PDF. `paper=a4` or `paper=letter` chooses its size; else the reader's language does.
 * @param name of the file, before the order's code
 * @param draw makes the document of the order with this code, for the caller or for who has the token; null = there is none
 * @returns 404 where there is none, 429 above the rate limit
 */
export async function respondWithPaper(
  args: RequestArgs & { params: Record<string, string | undefined> },
  name: 'tickets' | 'receipt',
  draw: (order: { code: string; token: string | null; size: PaperSize }) => Promise<Buffer | null>,
): Promise<Response> {
  const none = () => new Response('Not found', { status: 404, headers })
  const { searchParams } = new URL(args.request.url)
  const code = codeSchema.safeParse(args.params.code?.toUpperCase()).data
  const token = searchParams.get('order')
  if (!code || (token === null && !(await readActor(args)))) return none()
  const network = await visitorNetwork(args)
  const limited = await countAttempt({ limit: 'paper', subject: code, network })
  if (limited) return new Response(refusalSentence(limited), { status: refusalStatus(limited), headers })
  const asked = searchParams.get('paper')
  const size =
    asked === 'a4' || asked === 'letter' ? asked : paperOf(args.request.headers.get('accept-language'))
  const file = await draw({ code, token, size })
  if (!file) return none()
  return new Response(new Uint8Array(file), {
    headers: {
      ...headers,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}-${code}.pdf"`,
    },
  })
}
