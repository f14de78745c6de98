import { Link } from '@remix-run/react'
import { formatDay } from '#core/event-time.ts'
import { carrierTexts, goodsName, goodsText, trackingUrl } from '#core/goods.ts'
import type { GoodsGroup } from '#core/goods-group.ts'
import { linesFile } from '#core/list-file.ts'
import * as paths from '#core/paths.ts'
import { fulfilmentStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Badges, Faint, Lines, OneLine, Time } from '#ui/office/cells.tsx'
import { defineStaffList } from '#ui/office/staff-list.tsx'
import { goodsActionTexts, tabTexts } from '../fulfilment.rules.ts'
import { fulfilmentQuerySchema } from '../fulfilment.schema.ts'
import { type FulfilmentList, fulfilmentTabs } from '../fulfilment.types.ts'

/** Lists the work of the shop desk by state: parcels and pickups, oldest orders first. */
export const fulfilmentList = defineStaffList({
  name: 'fulfilments',
  title: 'Shop desk',
  noun: { one: 'order', many: 'orders' },
  query: fulfilmentQuerySchema,
  path: paths.fulfilment,
  rows: ({ parcels }: FulfilmentList) => parcels,
  next: ({ next }) => next,
  total: ({ total }) => total,
  rowKey: ({ id }) => id,
  caption: ({ show }) => `${tabTexts[show].tab}, oldest orders first`,
  search: { label: () => 'Order code or name', maxLength: 254 },
  filters: () => [
    {
      name: 'delivery',
      label: 'Delivery',
      kind: 'choice',
      options: () => [
        { value: 'ship', label: 'Shipping' },
        { value: 'pickup', label: 'Pickup' },
      ],
    },
    {
      name: 'event',
      label: 'Picked up at',
      kind: 'choice',
      options: (data) => (data?.events ?? []).map(({ id, title }) => ({ value: id, label: title })),
    },
    {
      name: 'place',
      label: 'Taken from',
      kind: 'choice',
      options: (data) => (data?.places ?? []).map(({ id, name }) => ({ value: id, label: name })),
    },
  ],
  tabs: {
    label: 'Merch by status',
    name: 'show',
    options: fulfilmentTabs.map((tab) => ({ value: tab, label: tabTexts[tab].tab })),
    count: ({ counts }, tab) => Object.entries(counts).find(([name]) => name === tab)?.[1] ?? null,
  },
  keeps: ['show'],
  selection: {
    label: ({ code, name }) => `Select order ${code} of ${name}`,
    actions: ({ show }) => [
      ...(show === 'pack' || show === 'packing'
        ? [{ to: paths.fulfilmentPickList(), label: 'Pick list' }]
        : []),
      ...tabTexts[show].actions.map((action) => ({
        to: paths.fulfilmentAction(action),
        label: goodsActionTexts[action].label,
      })),
      { to: paths.adminExport('fulfilments'), label: 'Download selected' },
    ],
  },
  empty: { title: ({ show }) => tabTexts[show].empty, more: 'Nothing else' },
  columns: [
    {
      key: 'order',
      header: 'Order',
      cell: ({ code, name }) => (
        <Lines>
          <Link to={paths.ticketManagementOrder(code)}>{code}</Link>
          <Faint isOneLine>{name}</Faint>
        </Lines>
      ),
    },
    {
      key: 'items',
      header: 'Goods',
      phone: 'wide',
      cell: ({ items }) => (
        <Lines>
          {items.map((item) => (
            <OneLine key={item.id}>
              {goodsText(item)} {item.sku && <Faint>{item.sku}</Faint>}
            </OneLine>
          ))}
        </Lines>
      ),
    },
    {
      key: 'delivery',
      header: 'Delivery',
      phone: 'wide',
      cell: (group, { now }) => <Delivery group={group} now={now} />,
    },
    {
      key: 'state',
      header: 'Status',
      phone: 'end',
      cell: ({ status, isDisputed, isTest, shipment, unclaimedAt }, { timeZone, now }) => (
        <Lines>
          <Badges>
            <Badge tone={fulfilmentStates[status].tone}>{fulfilmentStates[status].label}</Badge>
            {isDisputed && <Badge tone="warning">Dispute</Badge>}
            {isTest && <Badge tone="info">Test</Badge>}
          </Badges>
          {shipment?.isSilent && <Faint>No news for 21 days</Faint>}
          {unclaimedAt && (
            <Faint isOneLine>
              Buyer asked <Time at={unclaimedAt}>{formatDay(unclaimedAt, timeZone, now)}</Time>
            </Faint>
          )}
        </Lines>
      ),
    },
    {
      key: 'since',
      header: 'Since',
      cell: ({ since }, { timeZone, now }) => <Time at={since}>{formatDay(since, timeZone, now)}</Time>,
    },
    {
      key: 'paper',
      header: 'Paper',
      phone: 'end',
      cell: ({ id }) => (
        <a href={paths.packingSlip(id)} target="_blank" rel="noreferrer">
          {'Packing\u00a0slip'}
        </a>
      ),
    },
  ],
  // A line for each thing of a parcel or a pickup.
  file: linesFile(
    ({ timeZone }: FulfilmentList) => timeZone,
    (group: GoodsGroup) => group.items.map((item) => ({ ...group, item })),
    [
      { header: 'Order', value: ({ code }) => code },
      { header: 'Buyer', value: ({ name }) => name },
      { header: 'Item', value: ({ item }) => goodsName(item) },
      { header: 'SKU', value: ({ item }) => item.sku },
      { header: 'Units', value: ({ item }) => item.quantity },
      { header: 'Status', value: ({ item }) => fulfilmentStates[item.status].label },
      { header: 'Since', time: ({ since }) => since },
      { header: 'Delivery', value: ({ delivery }) => delivery },
      {
        header: 'Picked up at',
        value: ({ point }) => point && [point.name, point.eventTitle].filter(Boolean).join(', '),
      },
      { header: 'Taken from', value: ({ place }) => place },
      { header: 'Recipient', value: ({ address }) => address?.name ?? null },
      { header: 'Address', value: ({ address }) => address?.line1 ?? null },
      { header: 'Apartment', value: ({ address }) => address?.line2 ?? null },
      { header: 'City', value: ({ address }) => address?.city ?? null },
      { header: 'State of the address', value: ({ address }) => address?.state ?? null },
      { header: 'ZIP', value: ({ address }) => address?.postalCode ?? null },
      { header: 'Carrier', value: ({ shipment }) => shipment && carrierTexts[shipment.carrier].name },
      { header: 'Tracking number', value: ({ shipment }) => shipment?.trackingCode ?? null },
      { header: 'Shipped', time: ({ shipment }) => shipment?.shippedAt ?? null },
      { header: 'Placed', time: ({ placedAt }) => placedAt },
      { header: 'Test', value: ({ isTest }) => (isTest ? 'yes' : 'no') },
    ],
    { holdsContacts: true },
  ),
})

/** Says how goods reach their buyer: the town they are sent to and their parcel, or where they are picked up. */
function Delivery({ group, now }: { group: GoodsGroup; now: string }) {
  const { delivery, shipment, point, address, place } = group
  const track = shipment && trackingUrl(shipment)
  const event = point?.eventTitle && !point.name.includes(point.eventTitle) ? `, ${point.eventTitle}` : ''
  const facts =
    delivery === 'pickup' && point
      ? [
          point.opensAt && formatDay(point.opensAt, point.timeZone, now),
          point.kind === 'store' && point.address,
        ]
      : [address && !shipment && `${address.city}, ${address.state}`]
  return (
    <Lines>
      <OneLine>
        {delivery === 'pickup' && point ? point.name + event : delivery === 'ship' ? 'Shipping' : '—'}
      </OneLine>
      <Faint isOneLine>
        {[...facts, !shipment && place && `from ${place}`].filter(Boolean).join(' · ')}
        {shipment && `${carrierTexts[shipment.carrier].name} `}
        {track ? (
          <a href={track} target="_blank" rel="noreferrer">
            {shipment.trackingCode}
          </a>
        ) : (
          shipment?.trackingCode
        )}
      </Faint>
    </Lines>
  )
}
