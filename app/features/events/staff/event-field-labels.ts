/** Names the fields of the event editor, and writes their values, where they stand without their form. */
import { formatClock, formatDay } from '#core/event-time.ts'
import { codeDetailRows, codeLimitRows } from '#core/promo-codes.ts'

const codeLabels = [...codeDetailRows([]), ...codeLimitRows('Tickets')].map(({ name, label }) => [
  name,
  label,
])

const labels: Record<string, string> = {
  ...Object.fromEntries(codeLabels),
  title: 'Title',
  summary: 'Tagline',
  description: 'Description',
  genres: 'Genre',
  visibility: 'Who can see it',
  showGoing: 'Show how many are going',
  seriesId: 'Series',
  newSeries: 'New series',
  timeZone: 'Time zone',
  doorsAt: 'Doors',
  startsAt: 'Start',
  endsAt: 'End',
  venueName: 'Venue',
  locationVisibility: 'Who sees the venue',
  locationHours: 'Hours before doors',
  lineUp: 'Lineup',
  minAge: 'Age',
  reentries: 'Re-entry',
  idPolicy: 'ID policy',
  lastEntryAt: 'Last entry',
  feeFixedCents: 'Fee per ticket ($)',
  feeBps: 'Fee (%)',
  taxBps: 'Tax (%)',
  refundHours: 'Refunds until this many hours before doors',
  refundKeepsFee: 'Keep the service fee',
  refundKeptPercent: 'Keep of the price (%)',
  salesPaused: 'Pause all sales',
  pools: 'Room',
  types: 'Ticket type',
  releases: 'Price',
  packages: 'Package',
  addOns: 'Add-on',
  tables: 'Table',
  faceCents: 'Price ($)',
  priceCents: 'Price ($)',
  minPerOrder: 'Min per order',
  maxPerOrder: 'Max per order',
  saleStartsAt: 'Sale starts',
  saleEndsAt: 'Sale ends',
  codes: 'Code',
  items: 'Valid for',
  goods: 'In the shop',
  products: 'Products',
  collections: 'Collections',
  earlyAccessAt: 'Early access from',
  ticketSharing: 'Transfers and returns',
  blockPoolId: 'Reserved places: room',
  blockPlaces: 'Reserved places',
  blockEndsAt: 'Reserved places: release at',
}

type Row = { id?: unknown; name?: unknown }
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

/** Turns the name of a field that has no label of its own into words: `dressCode` is Dress code. */
function words(name: string): string {
  const text = name.replace(/(Cents|Bps|At)$/, '').replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Returns the name of a field: `types.<id>.releases.<id>.faceCents` is "Ticket type “Entry”: Price “Early”: Price ($)".
 * @param path as `mergeForms` names it
 * @param forms values to find the names of rows in, the first that has them counts
 */
export function eventFieldLabel(path: string, forms: readonly unknown[]): string {
  const parts: string[] = []
  let places: readonly unknown[] = forms
  for (const step of path.split('.')) {
    const lists = places.filter(Array.isArray)
    if (lists.length > 0) {
      const rows = lists.flatMap((list: unknown[]) => list.filter((row) => isRow(row) && row.id === step))
      const named = rows.find((row): row is Row => isRow(row) && typeof row.name === 'string')
      if (named) parts.push(`${parts.pop() ?? ''} “${String(named.name)}”`.trim())
      places = rows
    } else {
      parts.push(labels[step] ?? words(step))
      places = places.filter(isRow).map((place) => Reflect.get(place, step))
    }
  }
  return parts.join(': ')
}

/** Writes a value of a field for reading. */
export function eventFieldText(value: unknown): string {
  if (value === undefined || value === null || value === '' || value === false) return 'Empty'
  if (value === true || value === 'on') return 'On'
  if (Array.isArray(value)) return value.length > 0 ? value.map(eventFieldText).join(', ') : 'Empty'
  if (isRow(value)) return typeof value.name === 'string' && value.name ? value.name : 'Kept'
  const text = String(value)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return text
  // A wall time, which has no zone of its own.
  return `${formatDay(`${text}Z`, 'UTC')}, ${formatClock(`${text}Z`, 'UTC')}`
}
