import type { LoaderFunctionArgs } from '@remix-run/node'
import { readQuote } from '#features/orders/orders.reads.server.ts'
import { quoteQuerySchema } from '#features/orders/orders.schema.ts'
import { notFound } from '#server/api.server.ts'

/**
 * Responds with what a choice of an event would be held for now, with the code that its reader typed in, as `quote`; null where it
 * can't be held. Open to everybody: the database refuses what the reader may not know of.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const asked = quoteQuerySchema.safeParse({ event: args.params.id, lines: searchParams.get('lines') })
  if (!asked.success) throw notFound()
  const quote = await readQuote(args, asked.data)
  return Response.json({ quote }, { headers: { 'cache-control': 'private, no-store' } })
}
