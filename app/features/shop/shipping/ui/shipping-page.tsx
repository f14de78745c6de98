import type { SubmissionResult } from '@conform-to/react'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatMoment } from '#core/event-time.ts'
import { decimalAmount, formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxField, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import {
  handlingFormSchema,
  pickupPointSchema,
  priceRuleSchema,
  taxSchema,
  zoneSchema,
} from '../shipping.schema.ts'
import type { Shipping } from '../shipping.types.ts'
import * as css from './shipping-page.css.ts'

type Reply = { intent: string; id: string | null; result: SubmissionResult } | null
type RowProps<Row> = { row: Row | null; shipping: Shipping; reply: SubmissionResult | null }

const percent = (bps: number) => String(bps / 100)

/**
 * Shows the handling time, zones, rates of tax, pickup points and price rules; each opens to a form that changes it.
 * @param reply what the server responded, to the form of which kind and which row (null: the new one)
 */
export function ShippingPage({ shipping, reply }: { shipping: Shipping; reply: Reply }) {
  const replyTo = (intent: string, id: string | null) =>
    reply?.intent === intent && reply.id === id ? reply.result : null
  const { zones, taxes, points, rules } = shipping
  const stateName = (code: string) => shipping.states.find((state) => state.code === code)?.name ?? code
  const collection = (id: string | null) =>
    shipping.collections.find((each) => each.id === id)?.name ?? 'every product'
  return (
    <div className={stack[6]}>
      <Group title="Handling time" text="From the order until you ship it. Buyers see it with shipping.">
        <HandlingForm shipping={shipping} reply={replyTo('handling', null)} />
      </Group>
      <Group title="Zones" text="Each state is in one zone. We don’t ship to states without a zone.">
        {[...zones, null].map((zone) => (
          <Row
            key={zone ? `${zone.id} ${zone.version}` : `new ${zones.length}`}
            name={zone?.name ?? 'Add a zone'}
            facts={
              zone &&
              `${zone.states.length} states · from ${formatMoney(zone.rates[0]?.cents ?? 0, shipping.currency)}${
                zone.freeAboveCents === null
                  ? ''
                  : ` · free from ${formatMoney(zone.freeAboveCents, shipping.currency)}`
              }`
            }
            open={replyTo('zone', zone?.id ?? null) !== null}
          >
            <ZoneForm row={zone} shipping={shipping} reply={replyTo('zone', zone?.id ?? null)} />
          </Row>
        ))}
      </Group>
      <Group
        title="Sales tax"
        text="Based on where merch is shipped or picked up. The longest matching ZIP applies; without a rate there is no tax."
      >
        {[...taxes, null].map((tax) => (
          <Row
            key={tax ? `${tax.id} ${tax.version}` : `new ${taxes.length}`}
            name={
              tax ? `${stateName(tax.state)}${tax.zipPrefix && `, ZIP ${tax.zipPrefix}…`}` : 'Add a tax rate'
            }
            facts={
              tax &&
              `${tax.taxClass === 'general' ? 'General goods' : 'Clothing'} ${percent(tax.bps)}%${
                tax.taxesShipping && tax.taxClass === 'general' ? ' · shipping too' : ''
              }`
            }
            open={replyTo('tax', tax?.id ?? null) !== null}
          >
            <TaxForm row={tax} shipping={shipping} reply={replyTo('tax', tax?.id ?? null)} />
          </Row>
        ))}
      </Group>
      <Group
        title="Pickup points"
        text="A stand at an event, for its ticket holders, or a store day for everybody."
      >
        {[...points, null].map((point) => (
          <Row
            key={point ? `${point.id} ${point.version}` : `new ${points.length}`}
            name={point?.name ?? 'Add a pickup point'}
            facts={
              point &&
              `${formatMoment(point.opensAt, point.timeZone, shipping.now)} · ${point.state} ${point.postalCode}`
            }
            open={replyTo('pickup', point?.id ?? null) !== null}
          >
            <PointForm row={point} shipping={shipping} reply={replyTo('pickup', point?.id ?? null)} />
          </Row>
        ))}
      </Group>
      <Group title="With a ticket" text="Discounts on merch in orders with tickets. The best rule applies.">
        {[...rules, null].map((rule) => (
          <Row
            key={rule ? `${rule.id} ${rule.version}` : `new ${rules.length}`}
            name={rule?.name ?? 'Add a rule'}
            facts={rule && `${rule.percent}% off ${collection(rule.collectionId)}`}
            open={replyTo('rule', rule?.id ?? null) !== null}
          >
            <RuleForm row={rule} shipping={shipping} reply={replyTo('rule', rule?.id ?? null)} />
          </Row>
        ))}
      </Group>
    </div>
  )
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = `shipping-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={stack[3]}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        <p className={css.facts}>{text}</p>
        <div>{children}</div>
      </div>
    </Card>
  )
}

function Row({
  name,
  facts,
  open,
  children,
}: {
  name: string
  facts: string | null
  open: boolean
  children: ReactNode
}) {
  return (
    <details className={css.row} open={open}>
      <summary className={css.summary}>
        <span className={css.words}>
          <span className={css.name}>{name}</span>
          {facts && <span className={css.facts}>{facts}</span>}
        </span>
        <ChevronDown size={18} aria-hidden="true" className={css.chevron} />
      </summary>
      <div className={css.form}>{children}</div>
    </details>
  )
}

/** Names the row that a form is about, and holds its buttons. */
function RowEnd({ row, busy }: { row: { id: string; version: number } | null; busy: boolean }) {
  return (
    <div className={cluster[2]}>
      {row && (
        <>
          <input type="hidden" name="id" value={row.id} />
          <input type="hidden" name="version" value={row.version} />
        </>
      )}
      <Button type="submit" variant="secondary" busy={busy}>
        {row ? 'Save' : 'Add'}
      </Button>
      {row && (
        <Button type="submit" variant="ghost" name="archive" value="on">
          Remove
        </Button>
      )}
    </div>
  )
}

function HandlingForm({
  shipping: { handling },
  reply,
}: {
  shipping: Shipping
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(handlingFormSchema, {
    intent: 'handling',
    reply,
    defaultValue: { min: handling ? String(handling.min) : '', max: handling ? String(handling.max) : '' },
  })
  return (
    <IntentForm form={form} intent="handling" action={paths.adminShipping()}>
      <div className={cluster[3]}>
        <TextField
          meta={fields.min}
          label="Minimum business days"
          optional
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          meta={fields.max}
          label="Maximum business days"
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Save
        </Button>
      </div>
    </IntentForm>
  )
}

function ZoneForm({ row, reply }: RowProps<Shipping['zones'][number]>) {
  const { form, fields, busy } = useIntentForm(zoneSchema, {
    intent: `zone-${row?.id ?? 'new'}`,
    reply,
    defaultValue: {
      name: row?.name ?? '',
      states: row?.states.join(', ') ?? '',
      freeAbove: row?.freeAboveCents ? decimalAmount(row.freeAboveCents) : '',
      rates: row?.rates.map(({ grams, cents }) => `${grams} = ${decimalAmount(cents)}`).join('\n') ?? '',
    },
  })
  return (
    <IntentForm form={form} intent="zone" action={paths.adminShipping()}>
      <TextField meta={fields.name} label="Name" autoComplete="off" />
      <TextareaField meta={fields.states} label="States" hint="Two letters each: NY, NJ, CT" rows={3} />
      <TextareaField
        meta={fields.rates}
        label="Weights"
        hint="Up to how many grams a parcel costs how much, one per line: 500 = 8.00"
        rows={4}
      />
      <TextField
        meta={fields.freeAbove}
        label="Free from"
        hint="Dollars of merch, after discounts."
        optional
        inputMode="decimal"
      />
      <RowEnd row={row} busy={busy} />
    </IntentForm>
  )
}

const optionsOf = (rows: { code: string; name: string }[]) =>
  rows.map(({ code, name }) => ({ value: code, label: name }))

function TaxForm({ row, shipping, reply }: RowProps<Shipping['taxes'][number]>) {
  const { form, fields, busy } = useIntentForm(taxSchema, {
    intent: `tax-${row?.id ?? 'new'}`,
    reply,
    defaultValue: {
      state: row?.state ?? '',
      zipPrefix: row?.zipPrefix ?? '',
      taxClass: row?.taxClass ?? 'general',
      percent: row ? percent(row.bps) : '',
      taxesShipping: row?.taxesShipping ? 'on' : undefined,
    },
  })
  return (
    <IntentForm form={form} intent="tax" action={paths.adminShipping()}>
      <SelectField
        meta={fields.state}
        label="State"
        placeholder="Choose a state"
        options={optionsOf(shipping.states)}
      />
      <TextField
        meta={fields.zipPrefix}
        label="ZIP begins with"
        hint="Leave empty for the whole state."
        optional
        inputMode="numeric"
        autoComplete="off"
      />
      <SelectField
        meta={fields.taxClass}
        label="What"
        options={[
          { value: 'general', label: 'General goods' },
          { value: 'clothing', label: 'Clothing' },
        ]}
      />
      <TextField meta={fields.percent} label="Percent" inputMode="decimal" autoComplete="off" />
      <CheckboxField meta={fields.taxesShipping} label="Shipping is taxed too" />
      <RowEnd row={row} busy={busy} />
    </IntentForm>
  )
}

function PointForm({ row, shipping, reply }: RowProps<Shipping['points'][number]>) {
  const { form, fields, busy } = useIntentForm(pickupPointSchema, {
    intent: `pickup-${row?.id ?? 'new'}`,
    reply,
    defaultValue: {
      event: '',
      name: row?.name ?? '',
      address: row?.address ?? '',
      state: row?.state ?? '',
      postalCode: row?.postalCode ?? '',
      opens: row?.opensLocal ?? '',
      closes: row?.closesLocal ?? '',
    },
  })
  return (
    <IntentForm form={form} intent="pickup" action={paths.adminShipping()}>
      {row?.kind === 'store' && <input type="hidden" name="isStore" value="on" />}
      {row ? (
        <p className={css.facts}>{row.event ? `At ${row.event}` : 'A store day'}</p>
      ) : (
        <SelectField
          meta={fields.event}
          label="Event"
          optional
          options={[
            { value: '', label: 'None: a store day' },
            ...shipping.events.map((event) => ({
              value: event.id,
              label: `${event.title}, ${formatDay(event.startsAt, event.timeZone, shipping.now)}`,
            })),
          ]}
        />
      )}
      <TextField meta={fields.name} label="Name" hint="Buyers see it." autoComplete="off" />
      <TextField meta={fields.address} label="Address" optional autoComplete="off" />
      <SelectField
        meta={fields.state}
        label="State"
        placeholder="Choose a state"
        options={optionsOf(shipping.states)}
      />
      <TextField meta={fields.postalCode} label="ZIP code" inputMode="numeric" autoComplete="off" />
      <TextField
        meta={fields.opens}
        label="Opens"
        type="datetime-local"
        hint="For an event, leave empty to use doors until the end."
        optional
      />
      <TextField meta={fields.closes} label="Closes" type="datetime-local" optional />
      <RowEnd row={row} busy={busy} />
    </IntentForm>
  )
}

function RuleForm({ row, shipping, reply }: RowProps<Shipping['rules'][number]>) {
  const { form, fields, busy } = useIntentForm(priceRuleSchema, {
    intent: `rule-${row?.id ?? 'new'}`,
    reply,
    defaultValue: {
      name: row?.name ?? '',
      percent: row ? String(row.percent) : '',
      collection: row?.collectionId ?? '',
    },
  })
  return (
    <IntentForm form={form} intent="rule" action={paths.adminShipping()}>
      <TextField meta={fields.name} label="Name" autoComplete="off" />
      <TextField meta={fields.percent} label="Percent off" inputMode="numeric" autoComplete="off" />
      <SelectField
        meta={fields.collection}
        label="Products"
        optional
        options={[
          { value: '', label: 'Every product' },
          ...shipping.collections.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <RowEnd row={row} busy={busy} />
    </IntentForm>
  )
}
