import type { LoaderFunctionArgs } from '@remix-run/node'
import { readMyStatement } from '#features/sharing/promoters/promoters.reads.server.ts'
import { statementHeader, statementLines } from '#features/sharing/promoters/promoters.rules.ts'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { csvResponse } from '#server/csv.server.ts'

/** Responds with the caller's own commission as a file. */
export async function loader(args: LoaderFunctionArgs) {
  const [, statement] = await readGuarded(args, requireMember(args), () => readMyStatement(args))
  if (!statement) throw notFound()
  async function* lines() {
    if (statement) yield statementLines(statement, false)
  }
  return await csvResponse(args, 'commission', statementHeader(false), lines())
}
