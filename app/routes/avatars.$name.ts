import type { LoaderFunctionArgs } from '@remix-run/node'
import { readAvatar } from '#server/avatars.server.ts'

/** Serves a member's picture. Its name is random and its content never changes, so it is cached for ever. */
export async function loader({ params }: LoaderFunctionArgs) {
  const name = params.name ?? ''
  const picture = /^[0-9a-f-]{36}\.webp$/.test(name) ? await readAvatar(name) : null
  if (!picture) return new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(await picture.arrayBuffer(), {
    headers: { 'content-type': 'image/webp', 'cache-control': 'private, max-age=31536000, immutable' },
  })
}
