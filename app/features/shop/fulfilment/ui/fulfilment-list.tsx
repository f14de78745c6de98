import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatDay } from '#core/event-time.ts'
import { carrierTexts, goodsText, pointText, trackingUrl } from '#core/goods.ts'
import type { GoodsGroup } from '#core/goods-group.ts'
import { machineTime } from '#core/machine-time.ts'
import * as paths from '#core/paths.ts'
import { fulfilmentStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Field } from '#ui/field-frame.tsx'
import { stack } from '#ui/layout.css.ts'
import {
  EmptyList,
  FilterBar,
  ListKeys,
  ListSearch,
  RetryLink,
  useListState,
} from '#ui/office/list-frame.tsx'
import { SelectionBar } from '#ui/office/selection.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { goodsActionTexts, tabTexts } from '../fulfilment.rules.ts'
import type { FulfilmentQuery } from '../fulfilment.schema.ts'
import { fulfilmentTabs, type FulfilmentList as List } from '../fulfilment.types.ts'
import * as css from './fulfilment.css.ts'

const nothing: List = {
  parcels: [],
  next: null,
  counts: { pack: 0, packing: 0, shipped: 0, ready: 0, unclaimed: 0, lost: 0 },
  events: [],
  places: [],
  timeZone: 'UTC',
  now: '',
}

const pathOf = ({ show, q, ...rest }: FulfilmentQuery) =>
  paths.fulfilment({ ...rest, show: show === 'pack' ? null : show, q: q || null })

/**
 * Lists what the shop desk has to do, by state, as a table on a desk and cards on a phone.
 * @param list null where it could not be read
 * @param tools what is shown beside the search: saved views, the file
 */
export function FulfilmentList({
  list,
  query,
  tools,
}: {
  list: List | null
  query: FulfilmentQuery
  tools: ReactNode
}) {
  const state = useListState(list === null)
  const { parcels, next, counts, events, places } = list ?? nothing
  const { show, q, delivery, event, place } = query
  const first = { ...query, after: null }
  const isNarrowed = [q, delivery, event, place].some(Boolean)
  const toFetch = show === 'pack' || show === 'packing'
  return (
    <div className={stack[5]}>
      <FilterBar tools={tools}>
        <ListSearch
          id="fulfilment-search"
          label="Order code or name"
          value={q}
          action={paths.fulfilment()}
          fields={{ show: show === 'pack' ? null : show }}
          maxLength={254}
          active={[delivery, event, place].filter(Boolean).length}
        >
          <Choice
            name="delivery"
            label="Delivery"
            value={delivery}
            options={[
              { value: 'ship', label: 'Shipping' },
              { value: 'pickup', label: 'Pickup' },
            ]}
          />
          <Choice
            name="event"
            label="Picked up at"
            value={event}
            options={events.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <Choice
            name="place"
            label="Taken from"
            value={place}
            options={places.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </ListSearch>
      </FilterBar>
      <LinkTabs
        label="Goods by status"
        tabs={fulfilmentTabs.map((tab) => ({
          to: pathOf({ ...first, show: tab }),
          label: `${tabTexts[tab].tab} (${counts[tab]})`,
          current: tab === show,
        }))}
      />
      <SelectionBar
        form="fulfilment"
        fields={{ show, q: q || null, delivery, event, place, after: query.after, selected: '1' }}
        actions={[
          ...(toFetch ? [{ to: paths.fulfilmentPickList(), label: 'Pick list' }] : []),
          ...tabTexts[show].actions.map((action) => ({
            to: paths.fulfilmentAction(action),
            label: goodsActionTexts[action].label,
          })),
          { to: paths.adminExport('fulfilments'), label: 'Download selected' },
        ]}
        preview={(count) => `${count} selected.`}
      />
      <Table
        state={state}
        selection={{ form: 'fulfilment', label: ({ code, name }) => `Select order ${code} of ${name}` }}
        caption={`${tabTexts[show].tab}, oldest orders first`}
        columns={columnsOf(list ?? nothing)}
        rows={parcels}
        rowKey={({ id }) => id}
        empty={
          <EmptyList
            title={query.after ? 'Nothing else' : tabTexts[show].empty}
            clear={isNarrowed ? paths.fulfilment({ show: show === 'pack' ? null : show }) : null}
          />
        }
        retry={<RetryLink />}
      />
      <Pagination
        label="Pages of orders"
        previous={query.after === null ? null : pathOf(first)}
        previousLabel="First page"
        next={next && pathOf({ ...query, after: next })}
        nextLabel="More orders"
      />
      <ListKeys search="fulfilment-search" />
    </div>
  )
}

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string | null
  options: { value: string; label: string }[]
}) {
  return (
    <Field id={`fulfilment-${name}`} label={label}>
      {(control) => (
        <Select
          {...control}
          key={value ?? ''}
          name={name}
          defaultValue={value ?? ''}
          placeholder="Any"
          options={options}
        />
      )}
    </Field>
  )
}

function columnsOf({ timeZone, now }: List): Column<GoodsGroup>[] {
  const time = (at: string) => (
    <time dateTime={machineTime(at)} suppressHydrationWarning>
      {formatDay(at, timeZone, now)}
    </time>
  )
  return [
    {
      key: 'order',
      header: 'Order',
      cell: ({ code, name }) => (
        <span className={css.two}>
          <Link to={paths.ticketManagementOrder(code)}>{code}</Link>
          <span className={css.faint}>{name}</span>
        </span>
      ),
    },
    {
      key: 'items',
      header: 'Goods',
      cell: ({ items }) => (
        <span className={css.two}>
          {items.map((item) => (
            <span key={item.id}>
              {goodsText(item)} {item.sku && <span className={css.faint}>{item.sku}</span>}
            </span>
          ))}
        </span>
      ),
    },
    {
      key: 'delivery',
      header: 'Delivery',
      cell: (group) => <Delivery group={group} now={now} />,
    },
    {
      key: 'state',
      header: 'Status',
      cell: (group) => (
        <span className={css.two}>
          <span className={css.badges}>
            <Badge tone={fulfilmentStates[group.status].tone}>{fulfilmentStates[group.status].label}</Badge>
            {group.isDisputed && <Badge tone="warning">Dispute</Badge>}
            {group.isTest && <Badge tone="info">Test</Badge>}
          </span>
          {group.shipment?.isSilent && <span className={css.faint}>No news for 21 days</span>}
          {group.unclaimedAt && <span className={css.faint}>Buyer asked {time(group.unclaimedAt)}</span>}
        </span>
      ),
    },
    { key: 'since', header: 'Since', cell: ({ since }) => time(since) },
    {
      key: 'paper',
      header: 'Paper',
      cell: ({ id }) => (
        <a href={paths.packingSlip(id)} target="_blank" rel="noreferrer">
          Packing slip
        </a>
      ),
    },
  ]
}

/** Says how goods reach their buyer: the town they are sent to and their parcel, or where they are picked up. */
function Delivery({
  group: { delivery, shipment, point, address, place },
  now,
}: {
  group: GoodsGroup
  now: string
}) {
  const track = shipment && trackingUrl(shipment)
  return (
    <span className={css.two}>
      {delivery === 'pickup' && point ? pointText(point, now) : delivery === 'ship' ? 'Shipping' : '—'}
      {address && !shipment && <span className={css.faint}>{`${address.city}, ${address.state}`}</span>}
      {shipment && (
        <span className={css.faint}>
          {carrierTexts[shipment.carrier].name}{' '}
          {track ? (
            <a href={track} target="_blank" rel="noreferrer">
              {shipment.trackingCode}
            </a>
          ) : (
            shipment.trackingCode
          )}
        </span>
      )}
      {!shipment && place && <span className={css.faint}>{`From ${place}`}</span>}
    </span>
  )
}
