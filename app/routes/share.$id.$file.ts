import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readSharePicture } from '#features/events/public/share-card.server.ts'

/**
 * Serves the picture of a shared link to an event. Its address changes with what it says, so it is cached for ever, also by proxies; an
 * earlier address leads to the present one.
 */
export async function loader(args: LoaderFunctionArgs) {
  const found = await readSharePicture(args, args.params.id, args.params.file)
  if (!found) {
    return new Response('Not found', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  if ('movedTo' in found) return redirect(found.movedTo, { headers: { 'cache-control': 'no-store' } })
  return new Response(found.bytes, {
    headers: {
      'content-type': 'image/jpeg',
      'content-length': String(found.bytes.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
