import type { LoaderFunctionArgs } from '@remix-run/node'
import { drawReceipt } from '#features/orders/receipt-pdf.server.ts'
import { readReceipt } from '#features/orders/receipts.reads.server.ts'
import { respondWithPaper } from '#server/paper-response.server.ts'

/**
 * Serves the receipt of an order as a PDF, to its buyer, to who has the order's secret link, and to admins. Responds 404 to others,
 * and for an order without one.
 */
export async function loader(args: LoaderFunctionArgs) {
  return respondWithPaper(args, 'receipt', async ({ code, token, size }) => {
    const receipt = await readReceipt(args, code, token)
    return receipt && drawReceipt(receipt, size)
  })
}
