import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatMoment } from '#core/event-time.ts'
import { machineTime } from '#core/machine-time.ts'
import { mailName, mailNames } from '#core/mail-names.ts'
import { mailStatusNames } from '#core/mail-status.ts'
import * as paths from '#core/paths.ts'
import { Field } from '#ui/field-frame.tsx'
import { stack } from '#ui/layout.css.ts'
import {
  DayField,
  EmptyList,
  FilterBar,
  FilterChip,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { type MailLog as Log, type LoggedMail, mailLogTabs } from '../mail.types.ts'
import type { MailLogQuery } from '../mail-log.schema.ts'
import * as css from './mail-log.css.ts'
import { MailState } from './staff-mail.tsx'

const tabs: Record<MailLogQuery['show'], string> = {
  all: 'All',
  waiting: mailStatusNames.queued,
  sent: 'Sent',
  failed: 'Given up',
}

const kindOptions = Object.keys(mailNames)
  .map((value) => ({ value, label: labelOf(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en-US'))

/** Makes the address of a page of the log. */
const pathOf = ({ show, q, ...rest }: MailLogQuery) =>
  paths.ticketManagementMails({ show: show === 'all' ? null : show, q: q || null, ...rest })

/**
 * Lists the mails that the site wrote, with how their delivery went; each leads to its text.
 * @param log null where it could not be read
 * @param tools what is shown beside the search: saved views, the file
 */
export function MailLog({ log, query, tools }: { log: Log | null; query: MailLogQuery; tools: ReactNode }) {
  const state = useListState(log === null)
  const { show, q, kind, person, from, to, after } = query
  const first = { ...query, after: null }
  const isNarrowed = [q, kind, person, from, to].some(Boolean) || show !== 'all'
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="mail-search"
          label="Address, order code or id at the provider"
          value={q}
          action={paths.ticketManagementMails()}
          fields={{ show: show === 'all' ? null : show, person }}
          maxLength={254}
          active={[kind, from, to].filter(Boolean).length}
        >
          <Field id="mail-kind" label="Email">
            {(control) => (
              <Select
                {...control}
                key={kind ?? ''}
                name="kind"
                defaultValue={kind ?? ''}
                placeholder="Any"
                options={kindOptions}
              />
            )}
          </Field>
          <DayField id="mail-from" name="from" label="Written from" value={from} />
          <DayField id="mail-to" name="to" label="To" value={to} />
        </ListSearch>
      </FilterBar>
      {person && (
        <FilterChip
          label="Person"
          value={log?.person?.name ?? 'Unknown'}
          remove={pathOf({ ...first, person: null })}
        />
      )}
      <LinkTabs
        label="Emails by status"
        tabs={mailLogTabs.map((tab) => ({
          to: pathOf({ ...first, show: tab }),
          label: tabs[tab],
          current: tab === show,
        }))}
      />
      <Table
        state={state}
        caption={q ? `Emails that match “${q}”` : 'Emails, newest first'}
        columns={columnsOf(log?.timeZone ?? 'UTC', log?.now ?? '')}
        rows={log?.mails ?? []}
        rowKey={({ id }) => id}
        empty={
          after ? (
            <EmptyList title="No older emails" clear={null} />
          ) : (
            <EmptyList
              title={isNarrowed ? 'No email matches' : 'No emails yet'}
              clear={isNarrowed ? paths.ticketManagementMails() : null}
            />
          )
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of emails"
        previous={after === null ? null : pathOf(first)}
        previousLabel="First page"
        next={log?.next && pathOf({ ...first, after: log.next })}
        nextLabel="Older emails"
      />
      <ListKeys search="mail-search" />
    </div>
  )
}

/** Returns the name of a kind of mail with a capital letter. */
function labelOf(kind: string): string {
  const name = mailName(kind)
  return name.charAt(0).toLocaleUpperCase('en-US') + name.slice(1)
}

function columnsOf(timeZone: string, now: string): Column<LoggedMail>[] {
  const when = (at: string) => (
    <time dateTime={machineTime(at)} suppressHydrationWarning>
      {formatMoment(at, timeZone, now)}
    </time>
  )
  return [
    { key: 'to', header: 'To', cell: ({ recipient }) => <span className={css.address}>{recipient}</span> },
    {
      key: 'kind',
      header: 'Email',
      cell: ({ id, kind }) => <Link to={paths.ticketManagementMail(id)}>{labelOf(kind)}</Link>,
    },
    {
      key: 'order',
      header: 'Order',
      cell: ({ orderCode }) =>
        orderCode ? <Link to={paths.ticketManagementOrder(orderCode)}>{orderCode}</Link> : '—',
    },
    { key: 'written', header: 'Written', cell: ({ createdAt }) => when(createdAt) },
    {
      key: 'state',
      header: 'Status',
      cell: ({ status, sentAt, error, attempts, providerRef }) => (
        <span className={css.two}>
          <span>
            <MailState status={status} />
          </span>
          {sentAt && <span className={css.faint}>{when(sentAt)}</span>}
          {status !== 'sent' && attempts > 0 && (
            <span className={css.faint}>{attempts === 1 ? '1 try' : `${attempts} tries`}</span>
          )}
          {(error ?? providerRef) && <span className={css.faint}>{error ?? providerRef}</span>}
        </span>
      ),
    },
  ]
}
