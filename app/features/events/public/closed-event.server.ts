import { redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { notFound } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { isPasswordWanted } from '../event-password.writes.server.ts'

/** Keeps a redirect out of caches, where the slug in it would tell the title of a private event. */
export const notCached = { headers: { 'cache-control': 'private, no-store' } }

/**
 * Makes the way to the password of a private event, whatever slug the address has; 404 where there is no such event.
 * @param id of the event, as the address has it
 */
export async function closedEvent(args: RequestArgs, id: string): Promise<Response> {
  if (!(await isPasswordWanted(args, id))) return notFound()
  return redirect(paths.privateEvent(id) + new URL(args.request.url).search, notCached)
}
