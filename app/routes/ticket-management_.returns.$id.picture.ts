import type { LoaderFunctionArgs } from '@remix-run/node'
import { readReturn } from '#features/shop/returns/returns.reads.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readPrivatePicture } from '#server/private-pictures.server.ts'

/** Serves the picture of what came broken, to staff alone. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/ticket-management/returns')
  const detail = await readReturn(args, args.params.id ?? '')
  const bytes = detail?.pictureName ? await readPrivatePicture('returns', detail.pictureName) : null
  if (!bytes) throw notFound()
  return new Response(bytes, {
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  })
}
