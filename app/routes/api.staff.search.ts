import type { LoaderFunctionArgs } from '@remix-run/node'
import { searchStaff } from '#features/staff/staff.reads.server.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { methodNotAllowed } from '#server/api.server.ts'

/** Hits of each kind that fit under the palette's field. */
const paletteLimit = 5

/** Searches for the command palette. */
export async function loader(args: LoaderFunctionArgs) {
  const found = await searchStaff(args, requireStaffPage(args, '/admin/search'), paletteLimit)
  return Response.json(found, { headers: { 'cache-control': 'no-store' } })
}

export const action = () => methodNotAllowed('GET', 'HEAD')
