import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { ticketPass } from '#features/tickets/ticket-pass.server.ts'
import { readActor } from '#server/actor.server.ts'

/** Forbids caches, and referrers to other sites: a pass opens doors, and the address may hold a link's token. */
const headers = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

/**
 * Serves a ticket as a pass of a wallet, to who may see its code: its holder, or who has the order's secret link. Responds 404 to
 * others, and where that wallet is not set up.
 */
export async function loader(args: LoaderFunctionArgs) {
  const token = new URL(args.request.url).searchParams.get('order')
  const isKnown = token !== null || (await readActor(args)) !== null
  const id = isKnown ? z.uuid().safeParse(args.params.id).data : null
  const found = id ? await ticketPass(args, { id, wallet: args.params.wallet ?? '', token }) : null
  if (!found) return new Response('Not found', { status: 404, headers })
  if (!(found instanceof Response))
    return new Response(refusalSentence(found), { status: refusalStatus(found), headers })
  for (const [name, value] of Object.entries(headers)) found.headers.set(name, value)
  return found
}
