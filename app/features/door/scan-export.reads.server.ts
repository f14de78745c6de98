import type { CsvValue } from '#core/csv.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import { refusalCodeResponse } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readScanData } from './door.reads.server.ts'
import { scanName } from './door.rules.ts'
import { scansQuerySchema } from './scan-data.schema.ts'

/** The scans of an event as lines of a file; refuses `not_allowed` to people who get an event's figures and not its scans. */
export function exportScans(args: RequestArgs, query: URLSearchParams) {
  const asked = scansQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const data = await readScanData(args, { ...asked, after: after ?? undefined })
      if (!data?.mayList) throw refusalCodeResponse('not_allowed')
      return { rows: data.scans, next: data.next }
    }
    for await (const page of rowPages(read, asked.after ?? null, selected, (scan) => scan.id))
      yield page.map((scan) => [scan.at, scanName(scan), scan.firstName, scan.typeName, scan.gate])
  }
  return { header: ['Time', 'Result', 'First name', 'Ticket type', 'Gate'], pages: lines() }
}
