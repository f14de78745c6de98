import type { LoaderFunctionArgs } from '@remix-run/node'
import { readPromoterStatement } from '#features/sharing/promoters/promoters.reads.server.ts'
import { statementHeader, statementLines } from '#features/sharing/promoters/promoters.rules.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { csvResponse } from '#server/csv.server.ts'

/** Responds with the commission of one promoter as a file, for admins. */
export async function loader(args: LoaderFunctionArgs) {
  const [, statement] = await readGuarded(args, requireStaffPage(args, '/free-tickets'), () =>
    readPromoterStatement(args, args.params.id ?? ''),
  )
  if (!statement) throw notFound()
  async function* lines() {
    if (statement) yield statementLines(statement, true)
  }
  return await csvResponse(args, 'commission', statementHeader(true), lines())
}
