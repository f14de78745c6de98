import type { LoaderFunctionArgs } from '@remix-run/node'
import { readPackingSlip } from '#features/shop/fulfilment/fulfilment.reads.server.ts'
import { drawPackingSlip } from '#features/shop/fulfilment/packing-slip-pdf.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { paperOf } from '#server/pdf.server.ts'

/** Serves the packing slip of a parcel to staff, on the paper of their printer. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/ticket-management/fulfilment')
  const slip = await readPackingSlip(args, args.params.id ?? '')
  if (!slip) throw notFound()
  const asked = new URL(args.request.url).searchParams.get('paper')
  const size =
    asked === 'a4' || asked === 'letter' ? asked : paperOf(args.request.headers.get('accept-language'))
  return new Response(new Uint8Array(await drawPackingSlip(slip, size)), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="packing-slip-${slip.code}.pdf"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
