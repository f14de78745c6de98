import type { LoaderFunctionArgs } from '@remix-run/node'
import { readPictureFile } from '#server/pictures.server.ts'

/** Serves a file of an uploaded picture. Its name holds a hash of its content, so it is cached for ever, also by proxies. */
export async function loader({ params }: LoaderFunctionArgs) {
  const file = await readPictureFile(params.name ?? '')
  if (!file) {
    return new Response('Not found', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  return new Response(file.bytes, {
    headers: {
      'content-type': file.type,
      'content-length': String(file.bytes.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      // Mail programs in the browser show the poster, and other sites the picture of a shared link.
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
