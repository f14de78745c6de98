import type { LoaderFunctionArgs } from '@remix-run/node'
import { readProductSharePicture } from '#features/shop/public/product-share-card.server.ts'
import { sharePictureResponse } from '#server/share-response.server.ts'

/** Serves the picture of a shared link to a product. */
export async function loader(args: LoaderFunctionArgs) {
  return sharePictureResponse(await readProductSharePicture(args, args.params.id, args.params.file))
}
