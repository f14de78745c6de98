import type { LoaderFunctionArgs } from '@remix-run/node'
import { readPack } from '#features/door/pack.reads.server.ts'
import { packQuerySchema } from '#features/door/pack.schema.ts'
import { requireGrant } from '#server/actor.server.ts'
import { refusalCodeResponse, refusalResponse } from '#server/api.server.ts'

/**
 * Returns the signed pack of an event, `SignedPack`: all of it, or with `since` what changed since that version. 304 to a scanner whose
 * `If-None-Match` says that it has the same; 403 with `device_locked` or `device_revoked` to one that gets none.
 */
export async function loader(args: LoaderFunctionArgs) {
  const query = packQuerySchema.safeParse(Object.fromEntries(new URL(args.request.url).searchParams))
  if (!query.success) return refusalCodeResponse('invalid')
  await requireGrant(args, 'scan', query.data.event)
  const read = await readPack(args, query.data)
  if (!read.ok) return refusalResponse(read.refusal)
  const { pack, tag } = read.value
  const headers = { 'cache-control': 'private, no-store', etag: tag }
  const isSame = args.request.headers.get('if-none-match') === tag
  return isSame ? new Response(null, { status: 304, headers }) : Response.json(pack, { headers })
}
