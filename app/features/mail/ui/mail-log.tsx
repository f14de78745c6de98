import { Link } from '@remix-run/react'
import { formatMoment } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import { mailName, mailNames } from '#core/mail-names.ts'
import { mailStatusNames } from '#core/mail-status.ts'
import * as paths from '#core/paths.ts'
import { Dash, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { type LoggedMail, type MailLog, mailLogTabs } from '../mail.types.ts'
import { type MailLogQuery, mailLogQuerySchema } from '../mail-log.schema.ts'
import { MailState } from './staff-mail.tsx'

const tabs: Record<MailLogQuery['show'], string> = {
  all: 'All',
  waiting: mailStatusNames.queued,
  sent: 'Sent',
  skipped: mailStatusNames.skipped,
  failed: 'Given up',
  returned: 'Bounces and complaints',
}

/** Returns the name of a kind of mail with a capital letter. */
function labelOf(kind: string): string {
  const name = mailName(kind)
  return name.charAt(0).toLocaleUpperCase('en-US') + name.slice(1)
}

const kinds = Object.keys(mailNames)
  .map((value) => ({ value, label: labelOf(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))

/** The mails that the site wrote, with how their delivery went; each leads to its text. */
export const mailList = defineStaffList({
  name: 'mails',
  title: 'Email log',
  noun: { one: 'email', many: 'emails' },
  query: mailLogQuerySchema,
  path: paths.ticketManagementMails,
  rows: ({ mails }: MailLog) => mails,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ q }) => (q ? `Emails that match “${q}”` : 'Emails, newest first'),
  search: { label: () => 'Address, order code or id at the provider', maxLength: 254 },
  filters: () => [
    { name: 'kind', label: 'Email', kind: 'choice', options: () => kinds },
    { name: 'from', label: 'Written from', kind: 'day' },
    { name: 'to', label: 'To', kind: 'day' },
    { name: 'person', label: 'Person', kind: 'given', value: ({ person }) => person?.name ?? 'Unknown' },
  ],
  tabs: {
    label: 'Emails by status',
    name: 'show',
    options: mailLogTabs.map((tab) => ({ value: tab, label: tabs[tab] })),
  },
  empty: {
    title: (_, isNarrowed) => (isNarrowed ? 'No email matches' : 'No emails yet'),
    more: 'No older emails',
  },
  columns: [
    { key: 'to', header: 'To', cell: ({ recipient }) => recipient },
    {
      key: 'kind',
      header: 'Email',
      cell: ({ id, kind }) => <Link to={paths.ticketManagementMail(id)}>{labelOf(kind)}</Link>,
    },
    {
      key: 'order',
      header: 'Order',
      phone: 'end',
      cell: ({ orderCode }) =>
        orderCode ? <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link> : <Dash />,
    },
    {
      key: 'written',
      header: 'Written',
      phone: 'end',
      cell: ({ createdAt }, { timeZone, now }) => (
        <Time at={createdAt}>{formatMoment(createdAt, timeZone, now)}</Time>
      ),
    },
    {
      key: 'state',
      header: 'Status',
      phone: 'wide',
      cell: (mail, log) => <Delivery mail={mail} log={log} />,
    },
  ],
  file: listFile<LoggedMail, MailLog>(
    ({ timeZone }) => timeZone,
    [
      { header: 'To', value: ({ recipient }) => recipient },
      { header: 'Email', value: ({ kind }) => mailName(kind) },
      { header: 'Status', value: ({ status }) => status },
      { header: 'Attempts', value: ({ attempts }) => attempts },
      { header: 'Created', time: ({ createdAt }) => createdAt },
      { header: 'Sent', time: ({ sentAt }) => sentAt },
      { header: 'Order', value: ({ orderCode }) => orderCode },
      { header: 'Decision', value: ({ rule }) => rule },
      { header: 'Delivery', value: ({ delivery }) => delivery },
      { header: 'Provider’s reason', value: ({ deliveryNote }) => deliveryNote },
      { header: 'Mail server', value: ({ providerRef }) => providerRef },
      { header: 'Last error', value: ({ error }) => error },
    ],
    { holdsContacts: true },
  ),
})

/** Says how the delivery of a mail went: its state with the time, and what the mail server said. */
function Delivery({ mail, log: { timeZone, now } }: { mail: LoggedMail; log: MailLog }) {
  const { status, sentAt, error, attempts, providerRef, delivery, deliveryNote, rule } = mail
  const reason = error ?? deliveryNote ?? (status === 'sent' ? providerRef : rule)
  return (
    <Lines>
      <span>
        <MailState status={status} delivery={delivery} />{' '}
        {sentAt && (
          <Faint>
            <Time at={sentAt}>{formatMoment(sentAt, timeZone, now)}</Time>
          </Faint>
        )}
        {status !== 'sent' && attempts > 0 && <Faint>{attempts === 1 ? '1 try' : `${attempts} tries`}</Faint>}
      </span>
      {reason && <Faint isOneLine>{reason}</Faint>}
    </Lines>
  )
}
