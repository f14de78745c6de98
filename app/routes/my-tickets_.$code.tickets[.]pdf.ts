import type { LoaderFunctionArgs } from '@remix-run/node'
import { drawTickets } from '#features/tickets/ticket-pdf.server.ts'
import { respondWithPaper } from '#server/paper-response.server.ts'

/** Serves the tickets of an order as a PDF, to their holder or to who has the order's secret link. Responds 404 to others. */
export async function loader(args: LoaderFunctionArgs) {
  return respondWithPaper(args, 'tickets', (order) => drawTickets(args, order))
}
