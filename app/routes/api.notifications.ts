import type { LoaderFunctionArgs } from '@remix-run/node'
import { countMyNotifications } from '#features/community/bell/bell.reads.server.ts'
import { readGuarded, requireMember } from '#server/actor.server.ts'

/** Counts what a member has not read of the bell, for the header of an open page. */
export async function loader(args: LoaderFunctionArgs) {
  const [, unread] = await readGuarded(args, requireMember(args), () => countMyNotifications(args))
  return Response.json({ unread }, { headers: { 'cache-control': 'no-store' } })
}
