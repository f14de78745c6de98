import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { goodsName } from '#core/goods.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { Table } from '#ui/table.tsx'
import type { PickList as List } from '../fulfilment.types.ts'
import * as css from './fulfilment.css.ts'

/** Lists what to fetch for some orders, a table for each place; printed without the page around it. */
export function PickList({ list }: { list: List }) {
  const places = [...new Map(list.lines.map((line) => [line.placeId, line.place]))]
  if (places.length === 0)
    return <EmptyState title="Nothing to fetch" text="Select orders that wait to be packed." />
  return (
    <div className={`${stack[5]} ${css.printed}`}>
      <p className={text.small}>
        {`${formatDay(list.now, list.timeZone, list.now)}, ${formatClockWithZone(list.now, list.timeZone)}`}
      </p>
      <div data-screen-only>
        <Button variant="secondary" onClick={() => print()}>
          Print
        </Button>
      </div>
      {places.map(([id, name]) => (
        <Table
          key={id}
          caption={name}
          columns={[
            { key: 'sku', header: 'SKU', cell: ({ sku }) => sku },
            { key: 'item', header: 'Item', cell: goodsName },
            { key: 'units', header: 'Units', numeric: true, cell: ({ units }) => units },
            { key: 'shelf', header: 'On the shelf', numeric: true, cell: ({ onHand }) => onHand },
            {
              key: 'orders',
              header: 'Orders',
              cell: ({ orders }) => orders.map(({ code, units }) => `${code} × ${units}`).join(', '),
            },
          ]}
          rows={list.lines.filter(({ placeId }) => placeId === id)}
          rowKey={({ sku }) => sku}
          empty={null}
        />
      ))}
    </div>
  )
}
