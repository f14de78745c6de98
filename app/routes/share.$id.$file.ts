import type { LoaderFunctionArgs } from '@remix-run/node'
import { readSharePicture } from '#features/events/public/share-card.server.ts'
import { sharePictureResponse } from '#server/share-response.server.ts'

/** Serves the picture of a shared link to an event. */
export async function loader(args: LoaderFunctionArgs) {
  return sharePictureResponse(await readSharePicture(args, args.params.id, args.params.file))
}
