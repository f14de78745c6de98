import { redirect } from '@remix-run/node'

/**
 * Makes the response for the picture of a shared link. Its address changes with what it says, so it is cached for ever, also by
 * proxies; an earlier address leads to the present one.
 * @param found the picture, or where it is now; null for none
 */
export function sharePictureResponse(found: { bytes: ArrayBuffer } | { movedTo: string } | null): Response {
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
