import { formatMoment } from '#core/event-time.ts'
import { listFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Faint, Lines, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { guestState } from '../guest-lists.rules.ts'
import { type GuestsQuery, guestsQuerySchema } from '../guest-lists.schema.ts'
import type { GuestFilter, Guests, StaffGuest } from '../guest-lists.types.ts'

const tabs: Record<GuestFilter, string> = {
  all: 'All',
  expected: 'Expected',
  arrived: 'Arrived',
  removed: 'Removed',
}

const captions: Record<GuestsQuery['sort'], string> = {
  name: 'Guests, A to Z',
  '-name': 'Guests, Z to A',
  added: 'Guests, first added first',
  '-added': 'Guests, last added first',
}

const zoneOf = ({ event }: Guests) => event?.timeZone ?? 'UTC'

/** The names on the guest lists of an event. */
export const guestList = defineStaffList({
  name: 'guests',
  title: 'Guest lists',
  noun: { one: 'name', many: 'names' },
  query: guestsQuerySchema,
  path: paths.guestLists,
  rows: ({ guests }: Guests) => guests,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ q, sort }) => (q ? `Guests that match “${q}”` : captions[sort]),
  sorts: () => captions,
  search: { label: () => 'Name', maxLength: 100 },
  filters: (data) => [
    {
      name: 'list',
      label: 'List',
      kind: 'choice',
      options: () => (data?.lists ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ],
  tabs: {
    label: 'Guests by status',
    name: 'show',
    options: Object.entries(tabs).map(([value, label]) => ({ value, label })),
  },
  keeps: ['event'],
  selection: {
    label: ({ name, list }) => `Select ${name}, ${list}`,
    actions: () => [
      { to: paths.adminExport('guests'), label: 'Download selected' },
      { to: paths.guestNames(), label: 'Move or remove…' },
    ],
    preview: (count) => `${count} selected.`,
  },
  empty: {
    title: (_, isNarrowed) => (isNarrowed ? 'No matches' : 'No names yet'),
    more: 'Nobody else',
  },
  longer: { name: 'rows', value: '150', label: 'Show 150' },
  columns: [
    {
      key: 'name',
      header: 'Name',
      sort: 'name',
      cell: ({ name, plusOnes, note }) => (
        <Lines>
          <span>
            {name} {plusOnes > 0 && <Faint>+{plusOnes}</Faint>}
          </span>
          {note && <Faint>{note}</Faint>}
        </Lines>
      ),
    },
    { key: 'list', header: 'List', cell: ({ list }) => list },
    {
      key: 'added',
      header: 'Added',
      sort: 'added',
      first: 'descending',
      phone: 'none',
      cell: ({ addedAt, addedBy }, data) => (
        <Lines>
          <Time at={addedAt}>{formatMoment(addedAt, zoneOf(data), data.now)}</Time>
          {addedBy && <Faint>{addedBy}</Faint>}
        </Lines>
      ),
    },
    {
      key: 'arrived',
      header: 'Arrived',
      numeric: true,
      phone: 'none',
      cell: ({ arrived, plusOnes }) => `${arrived} of ${1 + plusOnes}`,
    },
    { key: 'state', header: 'Status', phone: 'end', cell: (guest) => <State guest={guest} /> },
  ],
  mayDownload: ({ event }) => event !== null,
  file: listFile<StaffGuest, Guests>(
    zoneOf,
    [
      { header: 'Name', value: ({ name }) => name },
      { header: 'Plus-ones', value: ({ plusOnes }) => plusOnes },
      { header: 'List', value: ({ list }) => list },
      { header: 'Note', value: ({ note }) => note },
      { header: 'Arrived', value: ({ arrived }) => arrived },
      { header: 'Status', value: (guest) => guestState(guest).text },
      { header: 'Added', time: ({ addedAt }) => addedAt },
      { header: 'Added by', value: ({ addedBy }) => addedBy },
    ],
    { holdsContacts: true, event: ({ event }) => event?.title ?? null },
  ),
})

function State({ guest }: { guest: StaffGuest }) {
  const { text, tone } = guestState(guest)
  return (
    <Badges>
      <Badge tone={tone}>{text}</Badge>
    </Badges>
  )
}
