import { Link } from '@remix-run/react'
import { formatClock, formatDay } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import { decimalAmount } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Dash, Faint, Lines, OneLine, Roomy, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { type compGuests, compsQuerySchema, type compTabs } from '../free-tickets.schema.ts'
import type { Comp, CompList } from '../free-tickets.types.ts'

const tabs: Record<(typeof compTabs)[number], { tab: string; empty: string }> = {
  all: { tab: 'All', empty: 'No free tickets yet' },
  draft: { tab: 'Drafts', empty: 'No drafts' },
  approval: { tab: 'Needs approval', empty: 'Nothing needs approval' },
  open: { tab: 'Sent', empty: 'No open invitations' },
  claimed: { tab: 'Claimed', empty: 'Nothing claimed' },
  ended: { tab: 'Ended', empty: 'No ended invitations' },
}

const guests: Record<(typeof compGuests)[number], string> = {
  issued: 'Sent',
  claimed: 'Claimed',
  arrived: 'Arrived',
  no_show: 'No-show',
}

/** The invitations to free tickets of all events, or of one. */
export const compList = defineStaffList({
  name: 'comps',
  title: 'Free tickets',
  noun: { one: 'invitation', many: 'invitations' },
  query: compsQuerySchema,
  path: paths.freeTickets,
  rows: ({ rows }: CompList) => rows,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ q }) => (q ? `Invitations that match “${q}”` : 'Invitations, newest first'),
  search: { label: () => 'Name or email', maxLength: 100 },
  filters: (data) => [
    {
      name: 'issuer',
      label: 'Given by',
      kind: 'choice',
      options: () => [
        { value: '', label: 'Anyone' },
        ...(data?.issuers ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      name: 'reason',
      label: 'Reason',
      kind: 'choice',
      options: () => [
        { value: '', label: 'Any' },
        ...(data?.reasons ?? []).map(({ reason, label }) => ({ value: reason, label })),
      ],
    },
    {
      name: 'guests',
      label: 'Guests',
      kind: 'choice',
      options: () => [
        { value: '', label: 'Any' },
        ...Object.entries(guests).map(([value, label]) => ({ value, label })),
      ],
    },
    { name: 'event', label: 'Event', kind: 'given', value: ({ event }) => event?.title ?? null },
  ],
  tabs: {
    label: 'Invitations by status',
    name: 'show',
    options: Object.entries(tabs).map(([value, { tab }]) => ({ value, label: tab })),
  },
  empty: {
    title: ({ q, show }) => (q ? 'No matching invitations' : tabs[show].empty),
    more: 'No more invitations',
  },
  columns: [
    {
      key: 'name',
      header: 'Invitee',
      phone: 'wide',
      cell: ({ id, name, email }) => (
        <Lines>
          <Link to={paths.freeTicketsInvitation(id)}>{name}</Link>
          <Faint isOneLine>{email}</Faint>
        </Lines>
      ),
    },
    {
      key: 'event',
      header: 'Event',
      cell: ({ event, typeName, quantity }) => (
        <Lines>
          <Roomy>{event.title}</Roomy>
          <Faint>{`${quantity} × ${typeName}`}</Faint>
        </Lines>
      ),
    },
    { key: 'claimed', header: 'Claimed', numeric: true, phone: 'none', cell: ({ claimed }) => claimed },
    { key: 'arrived', header: 'Arrived', numeric: true, phone: 'none', cell: ({ arrived }) => arrived },
    { key: 'noShow', header: 'No-show', numeric: true, phone: 'none', cell: ({ noShow }) => noShow },
    {
      key: 'issuer',
      header: 'Given by',
      cell: ({ issuer, reason }) => (
        <Lines>
          {issuer ? <OneLine>{issuer}</OneLine> : <Dash />}
          <Faint isOneLine>{reason}</Faint>
        </Lines>
      ),
    },
    {
      key: 'deadline',
      header: 'Claim by',
      phone: 'none',
      cell: ({ deadlineAt, event }) => (
        <Time at={deadlineAt}>
          <Lines>
            {formatDay(deadlineAt, event.timeZone, deadlineAt)}
            <Faint>{formatClock(deadlineAt, event.timeZone)}</Faint>
          </Lines>
        </Time>
      ),
    },
    {
      key: 'state',
      header: 'Status',
      phone: 'end',
      cell: ({ state }) => <Badge tone={state.tone}>{state.label}</Badge>,
    },
  ],
  file: listFile<Comp, CompList>(
    ({ timeZone }) => timeZone,
    [
      { header: 'Name', value: ({ name }) => name },
      { header: 'Email', value: ({ email }) => email },
      { header: 'Event', value: ({ event }) => event.title },
      { header: 'Ticket type', value: ({ typeName }) => typeName },
      { header: 'Tickets', value: ({ quantity }) => quantity },
      { header: 'Claimed', value: ({ claimed }) => claimed },
      { header: 'Arrived', value: ({ arrived }) => arrived },
      { header: 'No-show', value: ({ noShow }) => noShow },
      { header: 'Face value each', value: ({ faceCents }) => decimalAmount(faceCents) },
      { header: 'Given by', value: ({ issuer }) => issuer },
      { header: 'Reason', value: ({ reason }) => reason },
      { header: 'Status', value: ({ state }) => state.label },
      { header: 'Claim by', time: ({ deadlineAt }) => deadlineAt },
      { header: 'Issued', time: ({ createdAt }) => createdAt },
    ],
    { holdsContacts: true, event: ({ event }) => event?.title ?? null },
  ),
})
