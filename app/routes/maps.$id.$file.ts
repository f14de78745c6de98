import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { readEventMap } from '#features/events/public/event-map.server.ts'

/**
 * Serves the map of an event's venue. Its address changes with the place, so it is cached for ever, also by proxies; an earlier address
 * leads to the present one.
 */
export async function loader(args: LoaderFunctionArgs) {
  const found = await readEventMap(args, args.params.id, args.params.file)
  if (!found) {
    return new Response('Not found', {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
  if ('movedTo' in found) return redirect(found.movedTo, { headers: { 'cache-control': 'no-store' } })
  return new Response(found.svg, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      // Opened by itself, it runs nothing and loads nothing.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}
