import { Link, useLocation } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatClockWithZone, formatDay, formatMoment } from '#core/event-time.ts'
import { formatPrice } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { machineTime } from '#core/time.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { LiveDot } from '#ui/live-dot.tsx'
import { EmptyList, RetryLink, useListState } from '#ui/office/list-frame.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  eventSums,
  extraKinds,
  paceOf,
  poolState,
  releaseStateTexts,
  sellOutAt,
  totalPace,
  typeStateBadges,
} from '../capacity.rules.ts'
import type { SaleChangeKind } from '../capacity.schema.ts'
import type {
  CapacityBoard as Board,
  CapacityBoardRead,
  CapacityExtra,
  CapacityPool,
  CapacityRelease,
  CapacityType,
} from '../capacity.types.ts'
import * as css from './capacity-board.css.ts'
import { hourName, PaceChart } from './pace-chart.tsx'
import { type Liveness, useLiveBoard } from './use-live-board.ts'

const count = (value: number) => value.toLocaleString('en-US')

/** The texts of the change that was just made, by its name in the address. */
export const doneTexts: Record<SaleChangeKind, string> = {
  'pause-sale': 'All sales are paused',
  'resume-sale': 'Sales are on again',
  'pause-type': 'Ticket type paused',
  'resume-type': 'Ticket type is on sale again',
  'extend-sale': 'Sales run longer',
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
            <Link to={paths.adminEvent(event.id)}>{event.title}</Link>
          </h2>
          {event.isTest && <Badge tone="info">Test</Badge>}
          {event.status !== 'published' && <Badge>{eventStates[event.status] ?? event.status}</Badge>}
          <span className={css.meta} suppressHydrationWarning>
            {formatDay(event.startsAt, event.timeZone, now)},{' '}
            {formatClockWithZone(event.startsAt, event.timeZone)}
          </span>
        </div>
        <div className={cluster[3]}>
          <VisuallyHidden>
            <span role="status" data-testid="news">
              {liveness.state === 'failed' ? 'The figures are not current. Trying again.' : news}
            </span>
          </VisuallyHidden>
          <Freshness at={at} now={now} timeZone={event.timeZone} liveness={liveness} />
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
      {liveness.state === 'ended' && <Ended reason={liveness.reason} />}
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
      <Watch board={board} now={now} />
      <Sums board={board} />
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
        columns={itemColumns({ board, now })}
        rows={itemsOf(board)}
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
      <Hours board={board} />
    </div>
  )
}

const eventStates: Record<string, string> = {
  draft: 'Draft',
  postponed: 'Postponed',
  cancelled: 'Canceled',
  archived: 'Archived',
}

/** Says how old the figures are. Before JavaScript: of which time they are, and a link that reads them again. */
function Freshness({
  at,
  now,
  timeZone,
  liveness,
}: {
  at: number | null
  now: string
  timeZone: string
  liveness: Liveness
}) {
  const [clock, setClock] = useState(at)
  useEffect(() => {
    if (at === null) return
    setClock(Date.now())
    const timer = setInterval(() => setClock(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  const { pathname, search } = useLocation()
  const time = formatClockWithZone(now, timeZone)
  if (at === null || clock === null)
    return (
      <span className={css.meta} data-testid="freshness">
        As of {time}
        <noscript>
          <a href={pathname + search}>Refresh</a>
        </noscript>
      </span>
    )
  if (liveness.state !== 'live')
    return (
      <span className={css.meta} data-testid="freshness" data-state={liveness.state}>
        <span className={css.stale}>
          Not updated since {time}
          {liveness.state === 'failed' && ', retrying'}
        </span>
      </span>
    )
  const seconds = Math.max(Math.round((clock - at) / 1000), 0)
  return (
    <span className={css.meta} data-testid="freshness" data-state="live">
      <LiveDot />
      <span className={css.age}>Updated {seconds < 2 ? 'just now' : `${count(seconds)} s ago`}</span>
    </span>
  )
}

function Ended({ reason }: { reason: 'signed_out' | 'not_allowed' | 'gone' }) {
  const here = typeof location === 'undefined' ? paths.capacity() : location.pathname + location.search
  const texts = {
    signed_out: 'You were signed out. These are the last figures; sign in to go on.',
    not_allowed: 'You no longer have access to this page. These are the last figures.',
    gone: 'This event is no longer there. These are the last figures.',
  }
  return (
    <Banner
      tone="danger"
      title={texts[reason]}
      announce
      action={
        reason === 'signed_out' && (
          <LinkButton to={paths.home({ auth: 'login', redirect: here })} reloadDocument size="sm">
            Sign in
          </LinkButton>
        )
      }
    />
  )
}

/** Names what is sold out or about to be, the scarcest first; one sentence where nothing is. */
function Watch({ board, now }: { board: Board; now: string }) {
  const { timeZone } = board.event
  const types = board.types.filter(({ state }) => state === 'sold_out' || state === 'low')
  const rooms = board.pools.filter(
    (pool) =>
      poolState(pool) !== 'open' &&
      !types.some(({ pools, left }) => left === pool.left && pools.includes(pool.name)),
  )
  const rows = [
    ...types.map((type) => ({
      id: type.id,
      name: type.name,
      left: type.left,
      at: sellOutAt(type.left, paceOf(board, type.id), now, type.saleEndsAt),
    })),
    ...rooms.map((pool) => ({
      id: pool.id,
      name: pool.name,
      left: Math.max(pool.left, 0),
      at: sellOutAt(pool.left, paceOf(board, pool.id), now, board.event.endsAt),
    })),
  ].toSorted((a, b) => a.left - b.left)
  return (
    <div>
      {rows.length === 0 ? (
        <p data-testid="watch">
          <Badge tone="success">Nothing is selling out</Badge>
        </p>
      ) : (
        <ul className={css.watch} aria-label="Selling out" data-testid="watch">
          {rows.map(({ id, name, left, at }) => (
            <li key={id} className={css.watched}>
              <Badge tone={left === 0 ? 'danger' : 'warning'}>{left === 0 ? 'Sold out' : 'Low'}</Badge>
              <span className={css.watchedName}>
                {name}
                {at && (
                  <span className={css.note} suppressHydrationWarning>
                    Gone by about {formatMoment(at, timeZone, now)} at this pace
                  </span>
                )}
              </span>
              <span className={css.watchedLeft}>{count(left)} left</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Sums({ board }: { board: Board }) {
  const sums = eventSums(board)
  const pace = totalPace(board)
  const kept = [
    sums.blocked > 0 && `${count(sums.blocked)} blocked`,
    sums.offered > 0 && `${count(sums.offered)} offered`,
  ].filter(Boolean)
  return (
    <div className={css.tiles}>
      <StatTile
        label="Sold"
        value={count(sums.sold)}
        hint={`of ${count(sums.capacity)}${sums.capacity > 0 ? `, ${Math.floor((sums.sold / sums.capacity) * 100)}%` : ''}`}
      />
      <StatTile
        label="Left"
        value={count(sums.left)}
        hint={kept.length > 0 ? kept.join(', ') : 'Free to buy now'}
      />
      <StatTile label="On hold" value={count(sums.held)} hint="In carts, may still be paid" />
      <StatTile
        label="Last hour"
        value={count(pace.lastHour)}
        hint={<PaceChart pace={pace} from={board.paceFrom} timeZone={board.event.timeZone} />}
      />
    </div>
  )
}

type Context = { board: Board; now: string }

const number = (value: number) => (value === 0 ? <span className={css.zero}>0</span> : count(value))

function Left({ left, capacity }: { left: number | null; capacity: number }) {
  if (left === null) return <span className={css.zero}>As the room</span>
  const state = poolState({ left, capacity })
  const look = state === 'full' ? css.leftNone : state === 'low' ? css.leftLow : css.left
  return <span className={look}>{count(Math.max(left, 0))}</span>
}

/** Draws how full something is; the figures beside it say the same. */
function Bar({ capacity, sold, held, kept }: { capacity: number; sold: number; held: number; kept: number }) {
  const width = (value: number) => (value / Math.max(capacity, 1)) * 100
  return (
    <svg className={css.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect x="0" y="0" height="4" width={width(sold)} className={css.barSold} />
      <rect x={width(sold)} y="0" height="4" width={width(held)} className={css.barHeld} />
      <rect x={width(sold + held)} y="0" height="4" width={width(kept)} className={css.barKept} />
    </svg>
  )
}

function Legend() {
  return (
    <p className={css.legend} aria-hidden="true">
      {(
        [
          ['Sold', css.barSold],
          ['On hold', css.barHeld],
          ['Blocked or offered', css.barKept],
        ] as const
      ).map(([label, look]) => (
        <span key={label} className={css.legendItem}>
          <svg className={css.swatch} viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" className={look} />
          </svg>
          {label}
        </span>
      ))}
    </p>
  )
}

function PaceCell({ id, context: { board } }: { id: string; context: Context }) {
  const pace = paceOf(board, id)
  return (
    <span className={css.paceCell}>
      <PaceChart pace={pace} from={board.paceFrom} timeZone={board.event.timeZone} />
      <span className={css.paceText}>{count(pace?.lastHour ?? 0)} in the last hour</span>
    </span>
  )
}

/** Lists the changes of a row, each with a page that says first what it would do. */
function Changes({ of, links }: { of: string; links: readonly { to: string; label: string }[] }) {
  return (
    <details className={css.changes}>
      <summary className={css.changesHead}>
        Change<VisuallyHidden> {of}</VisuallyHidden>
        <ChevronDown size={16} className={css.chevron} aria-hidden="true" />
      </summary>
      <ul className={css.changeLinks}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={css.changeLink}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

function poolColumns(context: Context | null): Column<CapacityPool>[] {
  const columns: Column<CapacityPool>[] = [
    {
      key: 'name',
      header: 'Room',
      cell: (pool) => (
        <span className={css.name}>
          <span className={css.nameLine}>
            {pool.name}
            {pool.purpose !== 'places' && <Badge>Add-on</Badge>}
            {poolState(pool) === 'full' && <Badge tone="danger">Full</Badge>}
          </span>
          <Bar
            capacity={pool.capacity}
            sold={pool.sold}
            held={pool.held}
            kept={pool.blocked + pool.offered}
          />
        </span>
      ),
    },
    { key: 'capacity', header: 'Capacity', numeric: true, cell: ({ capacity }) => count(capacity) },
    { key: 'sold', header: 'Sold', numeric: true, cell: ({ sold }) => count(sold) },
    { key: 'held', header: 'On hold', numeric: true, cell: ({ held }) => number(held) },
    { key: 'blocked', header: 'Blocked', numeric: true, cell: ({ blocked }) => number(blocked) },
    { key: 'offered', header: 'Offered', numeric: true, cell: ({ offered }) => number(offered) },
    {
      key: 'left',
      header: 'Left',
      numeric: true,
      cell: ({ left, capacity }) => <Left left={left} capacity={capacity} />,
    },
  ]
  if (!context) return columns
  const { board } = context
  columns.push({
    key: 'pace',
    header: 'Last 24 hours',
    numeric: true,
    cell: ({ id }) => <PaceCell id={id} context={context} />,
  })
  if (board.mayChange)
    columns.push({
      key: 'change',
      header: 'Change',
      cell: ({ id, name }) => (
        <Changes
          of={name}
          links={[
            {
              to: paths.capacityChange('set-capacity', { event: board.event.id, pool: id }),
              label: 'Capacity…',
            },
          ]}
        />
      ),
    })
  return columns
}

/** A row of the list of tickets: a type, or one of its releases under it. */
type Item = { type: CapacityType; release: CapacityRelease | null }

/** Lists each type and, where it has several, its releases under it. */
function itemsOf(board: Board): Item[] {
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

function itemColumns(context: Context): Column<Item>[] {
  const { board, now } = context
  const { currency, event } = board
  const price = (cents: number | null) => (cents === null ? null : formatPrice(cents, currency))
  const of = ({ type, release }: Item) => release ?? type
  const columns: Column<Item>[] = [
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

function extraColumns(context: Context): Column<CapacityExtra>[] {
  const { currency } = context.board
  return [
    {
      key: 'name',
      header: 'Extra',
      cell: (extra) => (
        <span className={css.name}>
          <span className={css.nameLine}>
            {extra.name}
            <Badge tone={typeStateBadges[extra.state].tone}>{typeStateBadges[extra.state].text}</Badge>
          </span>
          <span className={css.note}>
            {[
              extraKinds[extra.kind] ?? extra.kind,
              extra.detail,
              extra.priceCents === null ? null : formatPrice(extra.priceCents, currency),
              extra.pools.join(' and '),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      ),
    },
    { key: 'sold', header: 'Sold', numeric: true, cell: ({ sold }) => count(sold) },
    { key: 'held', header: 'On hold', numeric: true, cell: ({ held }) => number(held) },
    { key: 'offered', header: 'Offered', numeric: true, cell: ({ offered }) => number(offered) },
    {
      key: 'left',
      header: 'Left',
      numeric: true,
      cell: ({ left, sold, held, offered }) => <Left left={left} capacity={left + sold + held + offered} />,
    },
    {
      key: 'pace',
      header: 'Last 24 hours',
      numeric: true,
      cell: ({ id }) => <PaceCell id={id} context={context} />,
    },
  ]
}

const visibilities: Record<string, string> = { members: 'Members', staff: 'Staff only', code: 'With a code' }

/** Says when a type's sale begins, ended or ends, and by when it sells out at its pace. */
function windowText(type: CapacityType, board: Board, now: string): string | null {
  const at = (instant: string | Date) => formatMoment(instant, board.event.timeZone, now)
  if (type.state === 'not_yet' && type.saleStartsAt) return `opens ${at(type.saleStartsAt)}`
  if (type.state === 'ended' || type.state === 'archived' || type.state === 'hidden') return null
  const gone = ['on_sale', 'low'].includes(type.state)
    ? sellOutAt(type.left, paceOf(board, type.id), now, type.saleEndsAt)
    : null
  if (gone) return `gone by about ${at(gone)} at this pace`
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
  board: Board
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

/** Shows what sold by hour as figures: the charts of the rows in words. */
function Hours({ board }: { board: Board }) {
  const { timeZone } = board.event
  const sold = board.types.filter(({ id }) => paceOf(board, id))
  return (
    <details className={css.fold} data-testid="hours">
      <summary className={css.foldHead}>
        Sold by hour
        <ChevronDown size={20} className={css.chevron} aria-hidden="true" />
      </summary>
      {sold.length === 0 ? (
        <EmptyState title="Nothing sold in the last 24 hours" headingLevel={3} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it too
        <section className={css.scroll} tabIndex={0} aria-label="Sold by hour">
          <table className={css.hours}>
            <thead>
              <tr>
                <th scope="col" className={css.hourCell}>
                  Hour from
                </th>
                {sold.map(({ id, name }) => (
                  <th key={id} scope="col" className={css.hourCell}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: 24 }, (_, back) => 23 - back).map((n) => (
                <tr key={n}>
                  <th scope="row" className={css.hourCell}>
                    <time
                      dateTime={machineTime(
                        new Date(Date.parse(board.paceFrom) + n * 3_600_000).toISOString(),
                      )}
                      suppressHydrationWarning
                    >
                      {hourName(board.paceFrom, n, timeZone)}
                    </time>
                    {n === 23 && ', so far'}
                  </th>
                  {sold.map(({ id }) => (
                    <td key={id} className={css.hourCell}>
                      {number(paceOf(board, id)?.hours[n] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}
