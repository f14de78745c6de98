import type { CsvValue } from '#core/csv.ts'
import { rowPages } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listFailures } from './failures.reads.server.ts'
import { failureKinds, failureReason } from './failures.rules.ts'
import { failureQuerySchema } from './failures.schema.ts'

/** The failures of the list's tab as lines of a file, the latest first. */
export function exportFailures(args: RequestArgs, query: URLSearchParams) {
  const { show } = failureQuerySchema.parse({ show: query.get('show'), after: null })
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { failures, next } = await listFailures(args, { show, after })
      return { rows: failures, next: next && `${next.at} ${next.id}` }
    }
    for await (const page of rowPages(read, null, null, ({ kind, id }) => `${kind} ${id}`))
      yield page.map((failure) => [
        failureKinds[failure.kind].one,
        failure.what,
        failure.about,
        failureReason(failure),
        failure.attempts,
        failure.at,
        failure.orderCode,
      ])
  }
  return { header: ['Kind', 'What', 'About', 'Reason', 'Tries', 'Since', 'Order'], pages: lines() }
}
