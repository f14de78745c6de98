import { formatMoment } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { Column } from '#ui/table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { paceOf, releaseStateTexts, sellOutAt, typeStateBadges } from '../capacity.rules.ts'
import type { CapacityBoard, CapacityRelease, CapacityType } from '../capacity.types.ts'
import { Bar, type BoardContext, Changes, count, Left, number, PaceCell } from './board-cells.tsx'
import * as css from './capacity-board.css.ts'

/** A row of the list of tickets: a type, or one of its releases under it. */
export type TicketRow = { type: CapacityType; release: CapacityRelease | null }

/** Lists each type and, where it has several, its releases under it. */
export function ticketRows(board: CapacityBoard): TicketRow[] {
  return board.types.flatMap((type) => [
    { type, release: null },
    ...(type.releases.length > 1 ? type.releases.map((release) => ({ type, release })) : []),
  ])
}

const releaseTones: Record<CapacityRelease['state'], BadgeTone> = {
  open: 'success',
  later: 'neutral',
  sold_out: 'danger',
  ended: 'neutral',
}

/** Makes the columns of the ticket types and their releases. */
export function ticketColumns(context: BoardContext): Column<TicketRow>[] {
  const { board, now } = context
  const { currency, event } = board
  const price = (cents: number | null) => (cents === null ? null : formatPrice(cents, currency))
  const of = ({ type, release }: TicketRow) => release ?? type
  const columns: Column<TicketRow>[] = [
    {
      key: 'name',
      header: 'Ticket',
      cell: ({ type, release }) =>
        release ? (
          <span className={css.release}>
            <span className={css.nameLine}>
              <VisuallyHidden>{type.name}: </VisuallyHidden>
              {release.name}
              <Badge tone={releaseTones[release.state]}>{releaseStateTexts[release.state]}</Badge>
            </span>
            <ReleaseNote release={release} price={price(release.priceCents)} board={board} now={now} />
          </span>
        ) : (
          <span className={css.name}>
            <span className={css.nameLine}>
              {type.name}
              <Badge tone={typeStateBadges[type.state].tone}>{typeStateBadges[type.state].text}</Badge>
              {type.visibility !== 'public' && (
                <Badge>{visibilities[type.visibility] ?? type.visibility}</Badge>
              )}
            </span>
            <span className={css.note} suppressHydrationWarning>
              {[price(type.priceCents), type.pools.join(' and '), windowText(type, board, now)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Bar
              capacity={type.sold + type.held + type.offered + type.left}
              sold={type.sold}
              held={type.held}
              kept={type.offered}
            />
          </span>
        ),
    },
    {
      key: 'capacity',
      header: 'Capacity',
      numeric: true,
      cell: ({ type, release }) =>
        release ? (
          release.quantity === null ? (
            <span className={css.zero}>No limit</span>
          ) : (
            count(release.quantity)
          )
        ) : (
          count(type.capacity)
        ),
    },
    { key: 'sold', header: 'Sold', numeric: true, cell: (item) => count(of(item).sold) },
    { key: 'held', header: 'On hold', numeric: true, cell: (item) => number(of(item).held) },
    { key: 'offered', header: 'Offered', numeric: true, cell: (item) => number(of(item).offered) },
    {
      key: 'left',
      header: 'Left',
      numeric: true,
      cell: ({ type, release }) =>
        release ? (
          <Left left={release.left} capacity={release.quantity ?? 0} />
        ) : (
          <Left left={type.left} capacity={type.capacity} />
        ),
    },
    {
      key: 'pace',
      header: 'Last 24 hours',
      numeric: true,
      cell: ({ type, release }) =>
        release ? <span className={css.nothing} /> : <PaceCell id={type.id} context={context} />,
    },
  ]
  if (board.mayChange)
    columns.push({
      key: 'change',
      header: 'Change',
      cell: ({ type, release }) => {
        const own = { event: event.id }
        const [only] = type.releases.length === 1 ? type.releases : []
        const shown = release ?? only
        if (type.state === 'archived') return <span className={css.nothing} />
        return (
          <Changes
            of={release ? `${type.name}, ${release.name}` : type.name}
            links={[
              ...(release
                ? []
                : [
                    {
                      to: paths.capacityChange(type.paused ? 'resume-type' : 'pause-type', {
                        ...own,
                        type: type.id,
                      }),
                      label: type.paused ? 'Resume…' : 'Pause…',
                    },
                    {
                      to: paths.capacityChange('extend-sale', { ...own, type: type.id }),
                      label: 'Extend sales…',
                    },
                    {
                      to: paths.capacityChange('add-release', { ...own, type: type.id }),
                      label: 'Add a release…',
                    },
                  ]),
              ...(shown
                ? [
                    {
                      to: paths.capacityChange('set-quantity', { ...own, release: shown.id }),
                      label: 'Quantity…',
                    },
                    ...(shown.state === 'ended'
                      ? []
                      : [
                          {
                            to: paths.capacityChange('end-release', { ...own, release: shown.id }),
                            label: 'End now…',
                          },
                        ]),
                  ]
                : []),
            ]}
          />
        )
      },
    })
  return columns
}

const visibilities: Record<string, string> = { members: 'Members', staff: 'Staff only', code: 'With a code' }

/** Says when a type's sale begins, ended or ends, and by when it sells out at its pace. */
function windowText(type: CapacityType, board: CapacityBoard, now: string): string | null {
  const at = (instant: string | Date) => formatMoment(instant, board.event.timeZone, now)
  if (type.state === 'not_yet' && type.saleStartsAt) return `opens ${at(type.saleStartsAt)}`
  if (type.state === 'ended' || type.state === 'archived' || type.state === 'hidden') return null
  const gone = ['on_sale', 'low'].includes(type.state)
    ? sellOutAt(type.left, paceOf(board, type.id), now, type.saleEndsAt)
    : null
  if (gone) return `sells out around ${at(gone)} at this pace`
  return `until ${at(type.saleEndsAt)}`
}

function ReleaseNote({
  release,
  price,
  board,
  now,
}: {
  release: CapacityRelease
  price: string | null
  board: CapacityBoard
  now: string
}) {
  const { timeZone } = board.event
  const until =
    release.endsAt &&
    (release.state === 'ended' ? 'ended ' : 'until ') + formatMoment(release.endsAt, timeZone, now)
  const text = [price, until].filter(Boolean).join(' · ')
  return text ? (
    <span className={css.note} suppressHydrationWarning>
      {text}
    </span>
  ) : null
}
