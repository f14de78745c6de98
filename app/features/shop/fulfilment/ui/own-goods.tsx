import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { carrierTexts, goodsText, pointText, trackingUrl } from '#core/goods.ts'
import { goodsChoiceText } from '#core/goods-choice.ts'
import { formatMoney } from '#core/money.ts'
import { acceptedPictures, pictureHint } from '#core/picture-kinds.ts'
import { fulfilmentStates } from '#core/states.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { checkbox } from '#ui/field.css.ts'
import {
  CheckboxField,
  Field,
  FormErrors,
  SelectField,
  TextareaField,
  TextField,
  TextInput,
} from '#ui/field.tsx'
import { file } from '#ui/file-input.css.ts'
import { stack } from '#ui/layout.css.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { Select } from '#ui/select.tsx'
import {
  askReturnSchema,
  cancelGoodsSchema,
  largestReturnMegabytes,
  moveUnclaimedSchema,
  shipUnclaimedSchema,
} from '../own-goods.schema.ts'
import type { OwnItem, OwnGoods as Page } from '../own-goods.types.ts'
import * as css from './own-goods.css.ts'

type Replies = Record<'cancel' | 'refund' | 'move' | 'ship' | 'return', SubmissionResult | null>

/**
 * Shows the goods of an order to its buyer: how far each is, with its parcel or its pickup, and what can be done about it.
 * Everything works without JavaScript.
 * @param receiptUrl the receipt of the order as a PDF
 * @param pickupCode what a pickup station reads; null where nothing is picked up
 * @param replies the server's replies to the last try of each form
 */
export function OwnGoods({
  page,
  receiptUrl,
  pickupCode,
  idempotencyKey,
  replies,
}: {
  page: Page
  receiptUrl: string
  pickupCode: { size: number; path: string } | null
  idempotencyKey: string
  replies: Replies
}) {
  const cancellable = page.goods.filter(({ mayCancel }) => mayCancel)
  const returnable = page.goods.filter(({ mayReturn }) => mayReturn)
  const onTheWayBack = page.goods.filter(({ status }) => status === 'return_approved')
  return (
    <div className={stack[5]}>
      {page.isTest && <Banner tone="info" title="This is a test order." />}
      {page.isDisputed && (
        <Banner tone="warning" title="Your bank is looking into this payment.">
          <p>Until that's settled, you can't cancel or return anything here.</p>
        </Banner>
      )}
      {page.choice && (
        <Choice page={page} choice={page.choice} idempotencyKey={idempotencyKey} replies={replies} />
      )}
      {pickupCode && (
        <Card as="section" aria-labelledby="pickup-title">
          <div className={css.pickup}>
            <div className={css.code}>
              <QrCode picture={pickupCode} label={`Pickup code of order ${page.code}`} />
            </div>
            <div className={stack[2]}>
              <h2 id="pickup-title" className={css.title}>
                Your pickup code
              </h2>
              <p>Show it when you pick up. A ticket for the same event works, too.</p>
              <p className={css.big}>{page.code}</p>
            </div>
          </div>
        </Card>
      )}
      {onTheWayBack.length > 0 && <SendBack page={page} items={onTheWayBack} />}
      {page.goods.map((item) => (
        <Thing key={item.id} item={item} page={page} />
      ))}
      {page.address && (
        <Card as="section" aria-labelledby="address-title">
          <h2 id="address-title" className={css.title}>
            Shipped to
          </h2>
          <address className={css.address}>
            {[
              page.address.name,
              page.address.line1,
              page.address.line2,
              `${page.address.city}, ${page.address.state} ${page.address.postalCode}`,
            ]
              .filter(Boolean)
              .map((line) => (
                <div key={line}>{line}</div>
              ))}
          </address>
        </Card>
      )}
      {page.refunds.length > 0 && (
        <Card as="section" aria-labelledby="refunds-title">
          <h2 id="refunds-title" className={css.title}>
            Refunds
          </h2>
          <ul className={css.list}>
            {page.refunds.map((refund) => (
              <li key={refund.id} data-testid="goods-refund">
                {`${formatMoney(refund.amountCents, page.currency)}, ${formatDay(refund.createdAt, page.timeZone, page.now)}: `}
                {refund.status === 'succeeded' || refund.status === 'external' ? 'refunded' : 'on its way'}
              </li>
            ))}
          </ul>
        </Card>
      )}
      {cancellable.length > 0 && (
        <Cancel page={page} items={cancellable} idempotencyKey={idempotencyKey} reply={replies.cancel} />
      )}
      {returnable.length > 0 && (
        <Return page={page} items={returnable} idempotencyKey={idempotencyKey} reply={replies.return} />
      )}
      {page.hasReceipt && (
        <p>
          <a href={receiptUrl} className={css.paper}>
            Receipt (PDF)
          </a>
        </p>
      )}
    </div>
  )
}

/** Shows one thing and how far it is. It is an article: units of one line that go separate ways have the same name, and landmarks must not. */
function Thing({ item, page }: { item: OwnItem; page: Page }) {
  const { shipment, point } = item
  const track = shipment && trackingUrl(shipment)
  const state = item.isReplaced
    ? { label: 'Lost, sent again', tone: 'neutral' as const }
    : fulfilmentStates[item.status]
  const moment = (at: string) =>
    `${formatDay(at, page.timeZone, page.now)}, ${formatClockWithZone(at, page.timeZone)}`
  return (
    <Card as="article" aria-label={goodsText(item)} data-testid="goods" data-status={item.status}>
      <div className={stack[3]}>
        <div className={css.head}>
          <h2 className={css.title}>{goodsText(item)}</h2>
          <Badge tone={state.tone}>{state.label}</Badge>
        </div>
        {shipment && (
          <p>
            {`Package ${shipment.number}, ${carrierTexts[shipment.carrier].name} `}
            {track ? (
              <a href={track} target="_blank" rel="noreferrer">
                {`Track ${shipment.trackingCode}`}
              </a>
            ) : (
              shipment.trackingCode
            )}
          </p>
        )}
        {point && item.delivery === 'pickup' && (
          <p>
            {`Pick up at ${pointText(point, page.now)}`}
            {point.opensAt && `, from ${formatClockWithZone(point.opensAt, point.timeZone)}`}
            {point.closesAt && ` to ${formatClockWithZone(point.closesAt, point.timeZone)}`}
          </p>
        )}
        <ol className={css.steps}>
          {item.steps.map((step) => (
            <li key={step.at + step.state} className={css.step}>
              {fulfilmentStates[step.state].label}
              <div className={css.faint}>
                <time dateTime={step.at} suppressHydrationWarning>
                  {moment(step.at)}
                </time>
              </div>
            </li>
          ))}
        </ol>
        {item.return?.decision && <p>{item.return.decision}</p>}
        {item.mayReturn && item.isFinal && (
          <p className={css.faint}>Final sale: you can only return it if it arrived damaged.</p>
        )}
        {item.mayReturn && item.returnUntil && (
          <p
            className={css.faint}
          >{`You can return it until ${formatDay(item.returnUntil, page.timeZone, page.now)}.`}</p>
        )}
      </div>
    </Card>
  )
}

function useBusy(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent
}

const errorsOf = (reply: SubmissionResult | null) =>
  Object.values(reply?.error ?? {}).flatMap((messages) => messages ?? [])

/** Cancels what is not on its way, within the hour. */
function Cancel({
  page,
  items,
  idempotencyKey,
  reply,
}: {
  page: Page
  items: OwnItem[]
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const [form] = useForm({
    id: 'cancel-goods',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: cancelGoodsSchema }),
  })
  return (
    <Card as="section" aria-labelledby="cancel-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]} preventScrollReset>
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <div>
          <h2 id="cancel-title" className={css.title}>
            Cancel
          </h2>
          <p>{`You can cancel until ${formatClockWithZone(page.cancelUntil, page.timeZone)}, as long as it hasn't shipped. You'll get your money back.`}</p>
        </div>
        <FormErrors id={form.errorId} errors={errorsOf(reply)} />
        <ul className={css.list}>
          {items.map((item) => (
            <li key={item.id}>
              <label className={css.item} htmlFor={`cancel-${item.id}`}>
                <input
                  id={`cancel-${item.id}`}
                  type="checkbox"
                  name="item"
                  value={item.id}
                  className={checkbox}
                  defaultChecked={items.length === 1}
                />
                {goodsText(item)}
              </label>
            </li>
          ))}
        </ul>
        <div>
          <Button type="submit" variant="danger" busy={useBusy('cancel')}>
            Cancel and refund
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Asks to send something back. */
function Return({
  page,
  items,
  idempotencyKey,
  reply,
}: {
  page: Page
  items: OwnItem[]
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const [form, fields] = useForm({
    id: 'return-goods',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: askReturnSchema }),
  })
  return (
    <Card as="section" aria-labelledby="return-title">
      <Form
        method="post"
        encType="multipart/form-data"
        {...getFormProps(form)}
        className={stack[4]}
        preventScrollReset
      >
        <input type="hidden" name="intent" value="return" />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <div>
          <h2 id="return-title" className={css.title}>
            Return something
          </h2>
          <p>{`Within 30 days, unworn. Return shipping costs ${formatMoney(page.labelCents, page.currency)}, which comes off your refund, unless it arrived damaged.`}</p>
        </div>
        <FormErrors id={form.errorId} errors={form.errors} />
        <Field id={fields.item.id} label="What" errors={fields.item.errors}>
          {(control) => (
            <Select
              {...control}
              name="item"
              defaultValue={items.length === 1 ? items[0]?.id : ''}
              placeholder="Choose"
              options={items.map((item) => ({ value: item.id, label: goodsText(item) }))}
            />
          )}
        </Field>
        <Field id={fields.units.id} label="How many" errors={fields.units.errors}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              name="units"
              min={1}
              max={Math.max(...items.map(({ quantity }) => quantity))}
              defaultValue={1}
              inputMode="numeric"
            />
          )}
        </Field>
        <TextareaField meta={fields.reason} label="Why?" rows={3} />
        <CheckboxField meta={fields.faulty} label="It arrived damaged, or it's the wrong item" />
        <Field
          id={fields.picture.id}
          label="Photo of the damage"
          hint={`Required if it arrived damaged. ${pictureHint(largestReturnMegabytes)} Only we see it.`}
          errors={fields.picture.errors}
          optional
        >
          {(control) => (
            <input {...control} type="file" name="picture" accept={acceptedPictures} className={file} />
          )}
        </Field>
        <div>
          <Button type="submit" busy={useBusy('return')}>
            Request a return
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Says where to send what may be sent back. */
function SendBack({ page, items }: { page: Page; items: OwnItem[] }) {
  return (
    <Banner tone="info" title="Send it back">
      <p>{`${items.map(goodsText).join(', ')}. Put your order number, ${page.code}, in the package.`}</p>
      {page.sellerAddress && <p>{page.sellerAddress}</p>}
    </Banner>
  )
}

/** Asks what becomes of goods that nobody picks up where they are: picked up elsewhere, refunded, or shipped. */
function Choice({
  page,
  choice,
  idempotencyKey,
  replies,
}: {
  page: Page
  choice: NonNullable<Page['choice']>
  idempotencyKey: string
  replies: Replies
}) {
  const items = page.goods.filter(({ id }) => choice.items.includes(id))
  const { title, text } = goodsChoiceText(choice, items[0]?.point ?? null, (at) =>
    formatDay(at, page.timeZone, page.now),
  )
  return (
    <Card as="section" aria-labelledby="choice-title" data-choice={choice.reason}>
      <div className={stack[4]}>
        <h2 id="choice-title" className={css.title}>
          {title}
        </h2>
        <p>{`${items.map(goodsText).join(', ')}. ${text}`}</p>
        {choice.points.length > 0 && (
          <Move page={page} points={choice.points} idempotencyKey={idempotencyKey} reply={replies.move} />
        )}
        <Form method="post" className={stack[4]} preventScrollReset>
          <input type="hidden" name="intent" value="refund" />
          <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
          <FormErrors id="unclaimed-errors" errors={errorsOf(replies.refund)} />
          <div>
            <Button type="submit" variant="secondary" busy={useBusy('refund')}>
              Refund it now
            </Button>
          </div>
        </Form>
      </div>
      <Ship shipping={choice} idempotencyKey={idempotencyKey} reply={replies.ship} />
    </Card>
  )
}

/** Has goods handed over at another point. */
function Move({
  page,
  points,
  idempotencyKey,
  reply,
}: {
  page: Page
  points: NonNullable<Page['choice']>['points']
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const [form, fields] = useForm({
    id: 'move-goods',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: moveUnclaimedSchema }),
  })
  return (
    <Form method="post" {...getFormProps(form)} className={stack[4]} preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="idempotencyKey" value={`${idempotencyKey}-move`} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <Field id={fields.point.id} label="Pick it up somewhere else" errors={fields.point.errors}>
        {(control) => (
          <Select
            {...control}
            name="point"
            defaultValue={points.length === 1 ? points[0]?.id : ''}
            placeholder="Choose"
            options={points.map((point) => ({ value: point.id, label: pointText(point, page.now) }))}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={useBusy('move')}>
          Pick it up there
        </Button>
      </div>
    </Form>
  )
}

/** Has what was not picked up shipped, for which the buyer pays. */
function Ship({
  shipping: { address, states },
  idempotencyKey,
  reply,
}: {
  shipping: NonNullable<Page['choice']>
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const [form, fields] = useForm({
    id: 'ship-goods',
    lastResult: reply,
    defaultValue: address
      ? { ...address, recipient: address.name, line2: address.line2 ?? '' }
      : { recipient: '', line1: '', line2: '', city: '', state: '', postalCode: '' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: shipUnclaimedSchema }),
  })
  return (
    <details className={css.more} open={reply !== null}>
      <summary className={css.question}>Have it shipped instead</summary>
      <Form method="post" {...getFormProps(form)} className={stack[4]} preventScrollReset>
        <input type="hidden" name="intent" value="ship" />
        <input type="hidden" name="idempotencyKey" value={`${idempotencyKey}-ship`} />
        <p>You pay for the shipping, by weight and state. You see the price before you pay.</p>
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField meta={fields.recipient} label="Name on the parcel" autoComplete="shipping name" />
        <TextField meta={fields.line1} label="Street address" autoComplete="shipping address-line1" />
        <TextField
          meta={fields.line2}
          label="Apartment, floor"
          optional
          autoComplete="shipping address-line2"
        />
        <TextField meta={fields.city} label="City" autoComplete="shipping address-level2" />
        <SelectField
          meta={fields.state}
          label="State"
          options={[
            { value: '', label: 'Choose' },
            ...states.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
        <TextField
          meta={fields.postalCode}
          label="ZIP code"
          inputMode="numeric"
          autoComplete="shipping postal-code"
        />
        <div>
          <Button type="submit" variant="secondary" busy={useBusy('ship')}>
            Pay for shipping
          </Button>
        </div>
      </Form>
    </details>
  )
}
