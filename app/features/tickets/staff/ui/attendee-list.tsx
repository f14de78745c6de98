import { Link } from '@remix-run/react'
import { formatClock, formatDay } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { ticketStates } from '#core/states.ts'
import { printTicketCode } from '#core/ticket-code.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Badges, Dash, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { type AttendeesQuery, attendeesQuerySchema } from '../attendees.schema.ts'
import type { Attendee, AttendeeFilter, Attendees } from '../attendees.types.ts'

const tabs: Record<AttendeeFilter, string> = {
  all: 'All',
  expected: 'Expected',
  arrived: 'Inside',
  left: 'Left',
  vip: 'VIP',
  blocked: 'Blocked',
  void: 'Void',
}

const captions: Record<AttendeesQuery['sort'], string> = {
  name: 'Attendees, A to Z',
  '-name': 'Attendees, Z to A',
  arrival: 'Attendees, first arrivals first',
  '-arrival': 'Attendees, latest arrivals first',
}

const choices = (named: Attendees['types'] = []) => named.map(({ id, name }) => ({ value: id, label: name }))
const zoneOf = ({ event }: Attendees) => event?.timeZone ?? 'UTC'

/** The tickets of an event with who has them and when they came. */
export const attendeeList = defineStaffList({
  name: 'attendees',
  title: 'Attendees',
  noun: { one: 'ticket', many: 'tickets' },
  query: attendeesQuerySchema,
  path: paths.attendees,
  rows: ({ attendees }: Attendees) => attendees,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ q, sort }) => (q ? `Attendees that match “${q}”` : captions[sort]),
  sorts: () => captions,
  search: {
    label: (data) => (data?.mayContact ? 'Name, code, email or phone' : 'Name'),
    maxLength: 254,
  },
  filters: (data) => [
    { name: 'type', label: 'Ticket type', kind: 'choice', options: () => choices(data?.types) },
    ...(data && data.codes.length > 0
      ? [{ name: 'code', label: 'Code used', kind: 'choice', options: () => choices(data.codes) } as const]
      : []),
    { name: 'from', label: 'Bought from', kind: 'day' },
    { name: 'to', label: 'To', kind: 'day' },
  ],
  tabs: {
    label: 'Attendees by status',
    name: 'show',
    options: Object.entries(tabs).map(([value, label]) => ({ value, label })),
    also: ({ sort }, show) => ({ sort: show !== 'arrived' && sort.endsWith('arrival') ? 'name' : sort }),
  },
  keeps: ['event'],
  selection: {
    label: ({ holder, type }) => `Select ${holder}, ${type}`,
    actions: (_, data) => [
      { to: paths.adminExport('attendees'), label: 'Download selected' },
      ...(data?.mayContact
        ? [
            { to: paths.ticketAction('reissue'), label: 'New codes…' },
            { to: paths.ticketAction('void'), label: 'Cancel or refund…' },
          ]
        : []),
    ],
    preview: (count, data) => `${count} selected.${data?.mayContact ? ' Files hold names and emails.' : ''}`,
    fields: { list: 'attendees' },
  },
  empty: {
    title: (_, isNarrowed) => (isNarrowed ? 'No matches' : 'No tickets yet'),
    more: 'Nobody else',
  },
  longer: { name: 'rows', value: '150', label: 'Show 150' },
  columns: [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: ({ holder, order }) =>
        order ? <Link to={paths.ticketManagementOrder(order.code)}>{holder}</Link> : holder,
    },
    {
      key: 'type',
      header: 'Ticket',
      cell: ({ type, partOf, code }) => (
        <Lines>
          <span>
            {type} {partOf && <Faint>{partOf}</Faint>}
          </span>
          {code && <Faint>{printTicketCode(code)}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'order',
      header: 'Order',
      phone: 'wide',
      isFor: ({ mayContact }) => mayContact,
      cell: ({ order }) =>
        order && (
          <Lines>
            <span>
              {order.code} {order.promoCode && <Faint>Code {order.promoCode}</Faint>}
              {order.freeTicket && <Faint>Free ticket: {order.freeTicket}</Faint>}
            </span>
            <Faint>{[order.email, order.phone].filter(Boolean).join(' · ')}</Faint>
          </Lines>
        ),
    },
    {
      key: 'bought',
      header: 'Bought',
      phone: 'none',
      cell: ({ boughtAt }, list) => <Time at={boughtAt}>{formatDay(boughtAt, zoneOf(list), list.now)}</Time>,
    },
    {
      key: 'arrival',
      header: 'Arrived',
      sort: 'arrival',
      first: 'descending',
      // By arrival the list has those who are in.
      sortAlso: { show: 'arrived' },
      phone: 'end',
      cell: ({ enteredAt, leftAt, gate }, list) =>
        leftAt ? (
          <Time at={leftAt}>{`Left ${formatClock(leftAt, zoneOf(list))}`}</Time>
        ) : enteredAt ? (
          <Lines>
            <Time at={enteredAt}>{formatClock(enteredAt, zoneOf(list))}</Time>
            {gate && <Faint>{gate}</Faint>}
          </Lines>
        ) : (
          <Dash />
        ),
    },
    { key: 'state', header: 'Status', phone: 'end', cell: (attendee) => <Status attendee={attendee} /> },
  ],
  mayDownload: ({ event }) => event !== null,
  // Columns about orders are empty for door managers.
  file: listFile<Attendee, Attendees>(
    zoneOf,
    [
      { header: 'Name', value: ({ holder }) => holder },
      { header: 'Ticket type', value: ({ type }) => type },
      { header: 'Part of', value: ({ partOf }) => partOf },
      {
        header: 'Status',
        value: (attendee) => stateOf(attendee).word.toLowerCase(),
      },
      { header: 'Transferred', value: ({ isTransferred }) => isTransferred },
      { header: 'VIP', value: ({ isVip }) => isVip },
      { header: 'Arrived', time: ({ enteredAt }) => enteredAt },
      { header: 'Gate', value: ({ gate }) => gate },
      { header: 'Left', time: ({ leftAt }) => leftAt },
      { header: 'Bought', time: ({ boughtAt }) => boughtAt },
      { header: 'Ticket code', value: ({ code }) => code },
      { header: 'Order', value: ({ order }) => order?.code ?? null },
      { header: 'Buyer', value: ({ order }) => order?.name ?? null },
      { header: 'Email', value: ({ order }) => order?.email ?? null },
      { header: 'Phone', value: ({ order }) => order?.phone ?? null },
      { header: 'Promo code', value: ({ order }) => order?.promoCode ?? null },
      { header: 'Free ticket', value: ({ order }) => order?.freeTicket ?? null },
    ],
    { holdsContacts: true, event: ({ event }) => event?.title ?? null },
  ),
})

type State = { word: string; tone: BadgeTone }

/** Returns the state of a ticket at the door, the one that keeps its holder out first. */
function stateOf({ status, isBlocked, custody }: Attendee): State {
  if (!ticketStates[status].isValid) return { word: 'Void', tone: 'danger' }
  if (isBlocked) return { word: 'Blocked', tone: 'warning' }
  if (custody === 'offered') return { word: 'In transfer', tone: 'warning' }
  if (custody === 'listed') return { word: 'Listed', tone: 'warning' }
  return { word: 'Valid', tone: 'success' }
}

/** Returns what the list shows: of a valid ticket also that its holder is in, or how they got it. */
function shownState(attendee: Attendee): State {
  const state = stateOf(attendee)
  if (state.tone !== 'success') return state
  if (attendee.enteredAt) return { word: 'Inside', tone: 'info' }
  if (attendee.leftAt) return { word: 'Left', tone: 'neutral' }
  return { ...state, word: attendee.isTransferred ? 'Transferred' : attendee.isFree ? 'Claimed' : state.word }
}

function Status({ attendee }: { attendee: Attendee }) {
  const { word, tone } = shownState(attendee)
  return (
    <Badges>
      <Badge tone={tone}>{word}</Badge>
      {attendee.isVip && <Badge tone="accent">VIP</Badge>}
      {attendee.order?.isTest && <Badge tone="info">Test</Badge>}
    </Badges>
  )
}
