import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { Dash } from '#ui/office/cells.tsx'
import { Table } from '#ui/table.tsx'
import { titleOf } from '../wordings.rules.ts'
import type { MailWordings } from '../wordings.types.ts'

const isWorded = ({ versions: [latest] }: MailWordings['kinds'][number]) =>
  latest !== undefined && Boolean(latest.subject || latest.intro || latest.closing)

/** Lists the kinds of mail that the site sends, and which have words of admins. */
export function WordingList({ data }: { data: MailWordings }) {
  return (
    <Table
      isCompact
      caption="Emails of the site"
      rows={data.kinds.toSorted((a, b) => titleOf(a.kind).localeCompare(titleOf(b.kind)))}
      rowKey={({ kind }) => kind}
      empty={null}
      columns={[
        {
          key: 'kind',
          header: 'Email',
          cell: ({ kind }) => <Link to={paths.mailWording(kind)}>{titleOf(kind)}</Link>,
        },
        { key: 'state', header: 'Words', cell: (one) => (isWorded(one) ? 'Yours' : 'Default') },
        {
          key: 'when',
          header: 'Changed',
          cell: ({ versions: [latest] }) =>
            latest ? (
              <time dateTime={machineTime(latest.savedAt)} suppressHydrationWarning>
                {formatMoment(latest.savedAt, data.timeZone, data.now)}
                {latest.by && `, ${latest.by}`}
              </time>
            ) : (
              <Dash />
            ),
        },
      ]}
    />
  )
}
