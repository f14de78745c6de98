import type { CsvValue } from '#core/csv.ts'
import { mailName } from '#core/mail-names.ts'
import { rowPages } from '#core/row-pages.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { mailLogQuerySchema } from './mail-log.schema.ts'
import { listStaffMails } from './staff-mail.reads.server.ts'

/** The mails of the log's filters as lines of a file, the latest first. Admins only. */
export function exportMails(args: RequestArgs, query: URLSearchParams) {
  const asked = mailLogQuerySchema.parse(Object.fromEntries(query))
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { mails, next } = await listStaffMails(args, { ...asked, after }, 200)
      return { rows: mails, next }
    }
    for await (const page of rowPages(read, asked.after, null, ({ id }) => id))
      yield page.map((mail) => [
        mail.recipient,
        mailName(mail.kind),
        mail.status,
        mail.attempts,
        mail.createdAt,
        mail.sentAt,
        mail.orderCode,
        mail.providerRef,
        mail.error,
      ])
  }
  const header = [
    'To',
    'Email',
    'Status',
    'Attempts',
    'Created',
    'Sent',
    'Order',
    'Mail server',
    'Last error',
  ]
  return { header, pages: lines() }
}
