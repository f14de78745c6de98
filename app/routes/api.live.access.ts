import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import { readStreamAccess } from '#features/live/live.reads.server.ts'
import { refusalCodeResponse } from '#server/api.server.ts'
import { readIdentity } from '#server/session.server.ts'

/** Responds with what the caller may do at a stream, for a page that waits for a payment; null for visitors, who have bought nothing. */
export async function loader(args: LoaderFunctionArgs) {
  const stream = z.uuid().safeParse(new URL(args.request.url).searchParams.get('stream'))
  if (!stream.success) return refusalCodeResponse('invalid')
  const access = (await readIdentity(args)) ? await readStreamAccess(args, stream.data) : null
  return Response.json(access, { headers: { 'cache-control': 'no-store' } })
}
