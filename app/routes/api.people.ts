import type { LoaderFunctionArgs } from '@remix-run/node'
import { suggestPeople } from '#features/community/people/people.reads.server.ts'
import { requireMember } from '#server/actor.server.ts'
import { refusalResponse } from '#server/api.server.ts'
import { countAttempt } from '#server/rate-limit.server.ts'

/** Longest beginning of a name that is looked for. */
const longest = 40

/** Finds members to mention, for the field in which a member types `@`. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args)
  const limited = await countAttempt({ limit: 'suggestion', subject: actor.id })
  if (limited) return refusalResponse(limited)
  const typed = new URL(args.request.url).searchParams.get('q') ?? ''
  const people = await suggestPeople(args, typed.slice(0, longest))
  return Response.json({ people }, { headers: { 'cache-control': 'no-store' } })
}
