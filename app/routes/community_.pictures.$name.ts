import type { LoaderFunctionArgs } from '@remix-run/node'
import { seesPicture } from '#features/community/community.reads.server.ts'
import { notFound } from '#server/api.server.ts'
import { readPrivatePicture } from '#server/private-pictures.server.ts'

/** Serves a picture of a post to who sees the post. Their own browser may keep it; nothing in between does. */
export async function loader(args: LoaderFunctionArgs) {
  const name = args.params.name ?? ''
  if (!/^[0-9a-f]{32}$/.test(name) || !(await seesPicture(args, name))) throw notFound()
  const bytes = await readPrivatePicture('posts', `${name}.webp`)
  if (!bytes) throw notFound()
  return new Response(bytes, {
    headers: {
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'",
      'x-robots-tag': 'noindex',
    },
  })
}
