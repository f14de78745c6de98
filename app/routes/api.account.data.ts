import type { LoaderFunctionArgs } from '@remix-run/node'
import { exportMyData } from '#features/settings/settings.writes.server.ts'
import { requireMember } from '#server/actor.server.ts'
import { refusalResponse } from '#server/api.server.ts'

/** Serves everything the product stores about the person, as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await requireMember(args)
  const exported = await exportMyData(args, actor)
  if (!exported.ok) return refusalResponse(exported.refusal)
  return new Response(`${JSON.stringify(exported.value, null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'private, no-store',
    },
  })
}
