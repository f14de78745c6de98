import { formatMoney } from '#core/money.ts'
import type { MailChange } from '../mail.types.ts'
import { sampleChange } from './event-changed.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, Title } from './parts.tsx'

const done = { cancelled: 'Cancellation', postponed: 'Postponement', rescheduled: 'New date' }
const count = (orders: number) =>
  `${new Intl.NumberFormat('en-US').format(orders)} ${orders === 1 ? 'order' : 'orders'}`

/** To the admin who cancelled or moved an event, once no order of it is left to work on. */
export const eventChangeReport: MailTemplate<{ change: MailChange; reportUrl: string }> = {
  subject: ({ change }) => `${done[change.kind]} finished: ${change.title}`,
  preview: ({ change }) =>
    change.failed > 0 ? `${count(change.failed)} could not be refunded.` : 'Every order is done.',
  sample: { change: sampleChange, reportUrl: 'https://jouvay.example/admin/events/sample/changes' },
  Content: ({ change, reportUrl }) => (
    <>
      <Title>{`${done[change.kind]} finished`}</Title>
      <Paragraph>
        {change.failed > 0
          ? `Everything that could be done for ${change.title} is done. ${count(change.failed)} could not be refunded and need someone to look at them.`
          : `Every order of ${change.title} is done.`}
      </Paragraph>
      <Facts
        rows={[
          ['Orders', count(change.orders)],
          ['Refunded', `${count(change.refunded)}, ${formatMoney(change.refundCents, change.currency)}`],
          ['Kept', count(change.kept)],
          ['Failed', count(change.failed)],
        ]}
      />
      <Action url={reportUrl}>Open the report</Action>
    </>
  ),
}
