import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, Link, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { formatMoment } from '#core/event-time.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { Pagination } from '#ui/pagination.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { adjustStockSchema } from '../inventory.schema.ts'
import type { StockEntry, StockReason, VariantLedger } from '../inventory.types.ts'
import { StockBadges } from './inventory-list.tsx'
import * as css from './variant-stock.css.ts'

const reasonNames: Record<StockReason, string> = {
  received: 'Received',
  damaged: 'Damaged',
  count: 'Counted',
  moved: 'Moved',
  shipped: 'Shipped',
  picked_up: 'Picked up',
  returned: 'Returned',
  written_off: 'Written off',
  lost: 'Lost',
}

const choices = [
  { value: 'received', label: 'Received: new units arrived' },
  { value: 'damaged', label: 'Damaged: units are thrown away' },
  { value: 'count', label: 'Count: set to what was counted' },
  { value: 'moved', label: 'Moved: to another place' },
]

/**
 * Shows one variant's stock with its ledger, and adjusts it. Works without JavaScript.
 * @param done the change that was booked just now, null for none
 * @param reply the server's reply to the last adjustment
 */
export function VariantStockPage({
  ledger,
  done,
  before,
  now,
  idempotencyKey,
  reply,
}: {
  ledger: VariantLedger
  done: number | null
  before: number | null
  now: string
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const { variant, places, entries, next, timeZone } = ledger
  const columns: Column<StockEntry>[] = [
    {
      key: 'at',
      header: 'When',
      cell: ({ at }) => <span suppressHydrationWarning>{formatMoment(at, timeZone, now)}</span>,
    },
    { key: 'reason', header: 'Reason', cell: ({ reason }) => reasonNames[reason] },
    { key: 'units', header: 'Units', numeric: true, cell: ({ units }) => signed(units) },
    { key: 'place', header: 'Place', cell: ({ place }) => place ?? '—' },
    {
      key: 'who',
      header: 'By',
      cell: ({ actor, order }) =>
        order ? <Link to={paths.ticketManagementOrder(order)}>Order {order}</Link> : (actor ?? 'The site'),
    },
    { key: 'note', header: 'Note', cell: ({ note }) => note ?? '—' },
  ]
  return (
    <div className={stack[6]}>
      {done !== null && (
        <Banner
          tone="success"
          announce
          title={done === 0 ? 'The count agrees. Nothing changed.' : `Saved: ${signed(done)}`}
        />
      )}
      <div className={stack[3]}>
        <div className={cluster[2]}>
          <span className={text.muted}>{variant.sku}</span>
          <StockBadges row={variant} />
        </div>
        <div className={css.figures}>
          <StatTile label="On hand" value={variant.onHand} hint="On the shelves of all places" />
          <StatTile label="In carts" value={variant.held} />
          <StatTile label="To hand over" value={variant.waiting} hint="Sold and still on a shelf" />
          <StatTile label="Sold" value={variant.sold} />
          <StatTile
            label="Available"
            value={variant.available}
            hint={
              variant.lowStockAt === null ? 'No low-stock alert' : `Low-stock alert at ${variant.lowStockAt}`
            }
          />
        </div>
      </div>
      <div className={css.columns}>
        <div className={css.aside}>
          <AdjustForm
            // Starts over after each booked change.
            key={idempotencyKey}
            places={places}
            idempotencyKey={idempotencyKey}
            reply={reply}
          />
          <Table
            caption="By place"
            columns={[
              { key: 'name', header: 'Place', cell: ({ name }) => name },
              { key: 'units', header: 'On hand', numeric: true, cell: ({ onHand }) => onHand },
            ]}
            rows={places}
            rowKey={({ id }) => id}
            empty={<EmptyState title="No places" />}
          />
          <div className={cluster[2]}>
            <LinkButton to={paths.adminProduct(variant.productId)} variant="secondary" size="sm">
              Edit the product
            </LinkButton>
            <LinkButton to={paths.adminStockPlaces()} variant="ghost" size="sm">
              Places
            </LinkButton>
          </div>
        </div>
        <div className={css.main}>
          <Table
            caption="Ledger, newest first"
            columns={columns}
            rows={entries}
            rowKey={({ id }) => String(id)}
            empty={<EmptyState title="No entries yet" text="Receive units to begin." />}
          />
          <Pagination
            label="Pages of the ledger"
            previous={before ? paths.adminVariantStock(variant.id) : null}
            previousLabel="Newest"
            next={next ? paths.adminVariantStock(variant.id, { before: String(next) }) : null}
          />
        </div>
      </div>
    </div>
  )
}

/** Adds the sign to a change of units. */
const signed = (units: number) => (units > 0 ? `+${units}` : String(units).replace('-', '−'))

function AdjustForm({
  places,
  idempotencyKey,
  reply,
}: {
  places: VariantLedger['places']
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const navigation = useNavigation()
  const [form, fields] = useForm<z.input<typeof adjustStockSchema>, z.output<typeof adjustStockSchema>>({
    id: 'adjust-form',
    lastResult: reply,
    constraint: getZodConstraint(adjustStockSchema),
    defaultValue: { reason: 'received', place: places[0]?.id, idempotencyKey },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: adjustStockSchema }),
    shouldRevalidate: 'onInput',
  })
  const options = places.map(({ id, name, onHand }) => ({ value: id, label: `${name} (${onHand})` }))
  return (
    <Card as="section" aria-labelledby="adjust-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]}>
        <h2 id="adjust-title">Adjust</h2>
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <SelectField meta={fields.reason} label="Reason" options={choices} />
        <SelectField meta={fields.place} label="Place" options={options} />
        <TextField
          meta={fields.units}
          label="Units"
          hint="For a count, what is there now."
          inputMode="numeric"
          autoComplete="off"
        />
        {places.length > 1 && (
          <SelectField
            meta={fields.to}
            label="To"
            hint="Where moved units go."
            options={options}
            placeholder="—"
            optional
          />
        )}
        <TextField meta={fields.note} label="Note" autoComplete="off" optional />
        <div>
          <Button type="submit" busy={navigation.state === 'submitting'}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
  )
}
