import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack } from '#ui/layout.css.ts'
import { Ended, Freshness } from '#ui/office/freshness.tsx'
import { EmptyList, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { Table } from '#ui/table.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { SaleChangeKind } from '../capacity.schema.ts'
import type { CapacityBoardRead } from '../capacity.types.ts'
import { Legend } from './board-cells.tsx'
import { BoardSums } from './board-sums.tsx'
import * as css from './capacity-board.css.ts'
import { extraColumns } from './extra-columns.tsx'
import { poolColumns } from './pool-columns.tsx'
import { SalesByHour } from './sales-by-hour.tsx'
import { SellingOut } from './selling-out.tsx'
import { ticketColumns, ticketRows } from './ticket-columns.tsx'
import { useLiveBoard } from './use-live-board.ts'

/** Says which change was just made, by its name in the address. */
const doneTexts: Record<SaleChangeKind, string> = {
  'pause-sale': 'All sales are paused',
  'resume-sale': 'Sales resumed',
  'pause-type': 'Ticket type paused',
  'resume-type': 'Ticket type is on sale again',
  'pause-extra': 'Sales paused',
  'resume-extra': 'Back on sale',
  'extend-sale': 'Sales extended',
  'add-release': 'Release added',
  'set-capacity': 'Capacity changed',
  'set-quantity': 'Quantity changed',
  'end-release': 'Release ended',
}

/**
 * Shows what of one event is sold, held and left, how fast it sells, and what sells out; current as long as it is open.
 * @param read null where it could not be read
 * @param done the change that was just made
 * @param tools shown beside the time of the last reading
 * @param isLive false for a sample, which is never read again
 */
export function CapacityBoard({
  read,
  done,
  tools,
  isLive = true,
}: {
  read: CapacityBoardRead | null
  done: SaleChangeKind | null
  tools: ReactNode
  isLive?: boolean
}) {
  const state = useListState(read === null)
  if (!read)
    return (
      <Table
        caption="Rooms"
        columns={poolColumns(null)}
        rows={[]}
        rowKey={String}
        state={state}
        empty={null}
        retry={<RetryLink />}
      />
    )
  if (!read.board)
    return (
      <EmptyState
        title="No event to show"
        text="Capacity appears here as soon as an event is published."
        action={<LinkButton to={paths.adminEvents()}>Events</LinkButton>}
      />
    )
  return (
    <LiveBoard
      key={read.board.event.id}
      initial={read}
      done={done}
      tools={tools}
      state={state}
      isLive={isLive}
    />
  )
}

function LiveBoard({
  initial,
  done,
  tools,
  state,
  isLive,
}: {
  initial: CapacityBoardRead
  done: SaleChangeKind | null
  tools: ReactNode
  state: 'ready' | 'loading' | 'error'
  isLive: boolean
}) {
  const { read, at, liveness, news } = useLiveBoard(initial, isLive)
  if (!read.board) return null
  const { board, now } = { board: read.board, now: read.now }
  const { event } = board
  return (
    <div className={stack[5]}>
      <div className={css.head}>
        <div className={css.title}>
          <h2>
            <Link to={paths.adminEvent(event.id)} className={touchLink}>
              {event.title}
            </Link>
          </h2>
          {event.isTest && <Badge tone="info">Test</Badge>}
          {event.status !== 'published' && <Badge>{eventStates[event.status] ?? event.status}</Badge>}
          <span className={css.meta} suppressHydrationWarning>
            {formatDay(event.startsAt, event.timeZone, now)},{' '}
            {formatClockWithZone(event.startsAt, event.timeZone)}
          </span>
        </div>
        <div className={css.reading}>
          <VisuallyHidden>
            <span role="status" data-testid="news">
              {liveness.state === 'failed' ? 'These figures are out of date. Retrying.' : news}
            </span>
          </VisuallyHidden>
          <Freshness at={at} now={now} timeZone={event.timeZone} state={liveness.state} />
          {board.mayChange && !event.salesPaused && (
            <LinkButton
              to={paths.capacityChange('pause-sale', { event: event.id })}
              variant="secondary"
              size="sm"
              data-testid="pause-sale"
            >
              Pause all sales…
            </LinkButton>
          )}
          {tools}
        </div>
      </div>
      {liveness.state === 'ended' && (
        <Ended reason={liveness.reason} gone="This event no longer exists. These are the last figures." />
      )}
      {done && <Banner tone="success" title={`${doneTexts[done]}.`} announce />}
      {event.salesPaused ? (
        <Banner
          tone="warning"
          title="All sales are paused. Nobody can pick tickets; what is on hold can still be paid."
          action={
            board.mayChange && (
              <LinkButton to={paths.capacityChange('resume-sale', { event: event.id })} size="sm">
                Resume sales…
              </LinkButton>
            )
          }
        />
      ) : null}
      <SellingOut board={board} now={now} />
      <BoardSums board={board} />
      <Table
        caption="Rooms"
        columns={poolColumns({ board, now })}
        rows={board.pools}
        rowKey={({ id }) => id}
        state={state}
        empty={<EmptyList title="No rooms yet" clear={null} />}
      />
      <Table
        caption="Tickets"
        columns={ticketColumns({ board, now })}
        rows={ticketRows(board)}
        rowKey={({ type, release }) => release?.id ?? type.id}
        state={state}
        empty={<EmptyList title="No ticket types yet" clear={null} />}
      />
      {board.extras.length > 0 && (
        <Table
          caption="Packages, add-ons and tables"
          columns={extraColumns({ board, now })}
          rows={board.extras}
          rowKey={({ id }) => id}
          state={state}
          empty={null}
        />
      )}
      <Legend />
      <SalesByHour board={board} />
    </div>
  )
}

const eventStates: Record<string, string> = {
  draft: 'Draft',
  postponed: 'Postponed',
  cancelled: 'Canceled',
  archived: 'Archived',
}
