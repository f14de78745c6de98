import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type * as z from 'zod'
import { shipsIn } from '#core/handling.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { FieldErrors, FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import type { Checkout } from '../../orders.types.ts'
import { goodsName, goodsOf, pickupTime, shippingPrice } from '../delivery.rules.ts'
import { deliverySchema } from '../delivery.schema.ts'
import * as css from './delivery-form.css.ts'
import { DeliveryWays } from './delivery-ways.tsx'

type Delivery = NonNullable<Checkout['delivery']>

/**
 * Shows how the goods of a hold reach their buyer, and asks for it. What is chosen is shown with a way to change it; shipping
 * and tax are those of the choice that the server has.
 * @param buyerName whom a parcel is for unless another name was typed before
 * @param typed what was typed before signing in again, by field
 * @param reply the server's result for this form
 */
export function DeliverySection({
  checkout,
  delivery,
  buyerName,
  typed,
  idempotencyKey,
  reply,
}: {
  checkout: Checkout
  delivery: Delivery
  buyerName: string
  typed: Record<string, string>
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const form = (
    <DeliveryForm
      // A choice that the server took starts a new form.
      key={JSON.stringify(checkout.lines.map((line) => [line.itemId, line.delivery, line.pickup?.id]))}
      checkout={checkout}
      delivery={delivery}
      buyerName={buyerName}
      typed={typed}
      idempotencyKey={idempotencyKey}
      reply={reply}
    />
  )
  return (
    <section className={css.panel} aria-labelledby="delivery-title">
      <h2 id="delivery-title" className={css.title}>
        {delivery.isChosen ? 'Delivery' : 'How do you want to get your items?'}
      </h2>
      {delivery.isChosen ? (
        <>
          <DeliveryWays
            lines={checkout.lines}
            address={delivery.address}
            handling={delivery.handling}
            now={checkout.serverNow}
          />
          <details open={reply?.status === 'error'}>
            <summary className={css.change}>Change delivery</summary>
            {form}
          </details>
        </>
      ) : (
        form
      )}
    </section>
  )
}

type DeliveryInput = z.input<typeof deliverySchema>

/** Lists the ways to get goods, each with what it costs and when, and where a pickup is. */
function waysOf({ totals, serverNow }: Checkout, { shipping, handling, points }: Delivery) {
  return [
    ...(shipping
      ? [
          {
            value: 'ship',
            name: 'Ship to an address',
            place: null,
            time: shipsIn(handling),
            price: shippingPrice(shipping, totals.currency),
          },
        ]
      : []),
    ...points.map((point) => ({
      value: point.id,
      name: 'Pick up',
      place: point.name,
      time: pickupTime(point, serverNow),
      price: 'Free',
    })),
  ]
}

function DeliveryForm({
  checkout,
  delivery,
  buyerName,
  typed,
  idempotencyKey,
  reply,
}: {
  checkout: Checkout
  delivery: Delivery
  buyerName: string
  typed: Record<string, string>
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().formData?.get('intent') === 'deliver'
  const goods = goodsOf(checkout.lines)
  const { address, states } = delivery
  const ways = waysOf(checkout, delivery)
  const chosen = goods.map(
    (line) => (line.delivery === 'pickup' ? line.pickup?.id : line.delivery) ?? undefined,
  )
  const all = typed.how ?? chosen[0] ?? ways[0]?.value
  const isSplit = chosen.some((way) => way !== undefined && way !== all)
  const [form, fields] = useForm<DeliveryInput>({
    id: 'delivery',
    lastResult: reply,
    defaultValue: {
      how: all,
      lines: goods.map((line, index) => ({
        item: line.itemId,
        how: chosen[index] === all ? '' : chosen[index],
      })),
      recipient: typed.recipient ?? address?.name ?? checkout.order?.name ?? buyerName,
      line1: typed.line1 ?? address?.line1 ?? '',
      line2: typed.line2 ?? address?.line2 ?? '',
      city: typed.city ?? address?.city ?? '',
      state: typed.state ?? address?.state ?? '',
      postalCode: typed.postalCode ?? address?.postalCode ?? '',
    },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: deliverySchema }),
    shouldRevalidate: 'onInput',
  })
  const lines = fields.lines.getFieldList()
  const text = [fields.recipient, fields.line1, fields.city, fields.state, fields.postalCode]
  const focused = reply ? text.find((field) => field.errors?.length)?.id : undefined
  return (
    <Form
      method="post"
      action={paths.checkout({ hold: checkout.holdId })}
      {...getFormProps(form)}
      className={css.form}
    >
      <input type="hidden" name="intent" value="deliver" />
      <input type="hidden" name="hold" value={checkout.holdId} />
      <input type="hidden" name="key" value={idempotencyKey} />
      <fieldset className={css.ways}>
        <legend className={visuallyHidden}>How do you want to get your items?</legend>
        {ways.map((way) => (
          <label key={way.value} className={css.wayChoice}>
            <input
              type="radio"
              name={fields.how.name}
              value={way.value}
              defaultChecked={way.value === (fields.how.initialValue ?? all)}
            />
            <span className={css.wayWords}>
              <span className={css.strong}>{way.name}</span>
              {way.place && <span>{way.place}</span>}
              {way.time && <span>{way.time}</span>}
            </span>
            <span className={css.strong}>{way.price}</span>
          </label>
        ))}
        <FieldErrors id={fields.how.errorId} errors={fields.how.errors} />
      </fieldset>
      {lines.map((line, index) => (
        <input
          key={line.key}
          type="hidden"
          name={line.getFieldset().item.name}
          value={goods[index]?.itemId ?? ''}
        />
      ))}
      {goods.length > 1 && ways.length > 1 && (
        <details open={isSplit || undefined}>
          <summary className={css.change}>Get some items another way</summary>
          <div className={css.group}>
            {lines.map((line, index) => {
              const item = goods[index]
              return (
                item && (
                  <SelectField
                    key={item.itemId}
                    meta={line.getFieldset().how}
                    label={`${item.quantity} × ${goodsName(item)}`}
                    options={[
                      { value: '', label: 'As chosen above' },
                      ...ways.map(({ value, name, place }) => ({
                        value,
                        label: place ? `${name}: ${place}` : name,
                      })),
                    ]}
                  />
                )
              )
            })}
          </div>
        </details>
      )}
      {states.length > 0 && (
        <div className={css.address}>
          <TextField
            meta={fields.recipient}
            label="Full name"
            autoComplete="shipping name"
            autoFocus={focused === fields.recipient.id}
          />
          <TextField
            meta={fields.line1}
            label="Street address"
            autoComplete="shipping address-line1"
            autoFocus={focused === fields.line1.id}
          />
          <TextField
            meta={fields.line2}
            label="Apartment, floor"
            optional
            autoComplete="shipping address-line2"
          />
          <TextField
            meta={fields.city}
            label="City"
            autoComplete="shipping address-level2"
            autoFocus={focused === fields.city.id}
          />
          <div className={css.pair}>
            <SelectField
              meta={fields.state}
              label="State"
              autoComplete="shipping address-level1"
              placeholder="Choose"
              options={states.map(({ code, name }) => ({ value: code, label: name }))}
              autoFocus={focused === fields.state.id}
            />
            <TextField
              meta={fields.postalCode}
              label="ZIP code"
              inputMode="numeric"
              autoComplete="shipping postal-code"
              autoFocus={focused === fields.postalCode.id}
            />
          </div>
        </div>
      )}
      <FormErrors id={form.errorId} errors={form.errors} />
      <Button type="submit" size="lg" block busy={busy} variant={delivery.isChosen ? 'secondary' : 'primary'}>
        {delivery.isChosen ? 'Save delivery' : 'Continue'}
      </Button>
    </Form>
  )
}
