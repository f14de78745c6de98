import type { CsvValue } from '#core/csv.ts'
import { rowPages } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listAudit } from './audit.reads.server.ts'
import { auditAction, auditActor, auditField, auditSubject, auditValue } from './audit.rules.ts'
import { auditQuerySchema } from './audit.schema.ts'
import type { AuditContext, AuditEntry } from './audit.types.ts'

/** The rows of the audit log under the filters of its page as lines of a file: a line for each row. Admins only. */
export function exportAudit(args: RequestArgs, query: URLSearchParams) {
  const asked = auditQuerySchema.parse(Object.fromEntries(query))
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const log = await listAudit(args, { ...asked, after }, 200)
      const rows = log.entries.map((entry) => line(entry, log))
      return { rows, next: log.next && `${log.next.at} ${log.next.id}` }
    }
    for await (const page of rowPages(read, asked.after, null, () => '')) yield page
  }
  const header = [
    'Time',
    'Action',
    'Name of the action',
    'By',
    'Username',
    'Role',
    'About',
    'Id',
    'Before',
    'After',
    'Reason',
    'Details',
    'Network address',
  ]
  return { header, pages: lines() }
}

function line(entry: AuditEntry, context: AuditContext): CsvValue[] {
  const names = Object.fromEntries(Object.entries(entry.names).map(([id, name]) => [id, `${name} (${id})`]))
  const list = (values: [string | null, unknown][]) =>
    values
      .flatMap(([field, value]) => {
        const text = auditValue(field ?? entry.action, value, context, names)
        return text === null ? [] : [field === null ? text : `${auditField(field)}: ${text}`]
      })
      .join('\n')
  return [
    entry.at,
    auditAction(entry.action),
    entry.action,
    auditActor(entry),
    entry.actorUsername,
    entry.actorRole,
    auditSubject(entry),
    entry.subjectId,
    list(entry.changes.map(({ field, from }) => [field, from])),
    list(entry.changes.map(({ field, to }) => [field, to])),
    entry.reason,
    list(Object.entries(entry.details)),
    entry.address,
  ]
}
