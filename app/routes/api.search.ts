import type { LoaderFunctionArgs } from '@remix-run/node'
import { readSearch } from '#features/search/search.reads.server.ts'
import { errorResponse } from '#server/api.server.ts'

/** Hits of each kind that fit under the search field. */
const boxLimit = 5

/** Searches the site for the box in the header. */
export async function loader(args: LoaderFunctionArgs) {
  const outcome = await readSearch(args, boxLimit)
  if (outcome.state === 'refused')
    return errorResponse(422, outcome.message, [{ message: outcome.message, field: 'q' }])
  if (outcome.state === 'failed')
    return errorResponse(503, "Search isn't working right now. Please try again.")
  const groups = outcome.state === 'found' ? outcome.groups : []
  return Response.json({ groups }, { headers: { 'cache-control': 'no-store' } })
}
