import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { checkbox } from '#ui/field.css.ts'
import { FormErrors, TextareaField } from '#ui/field.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { canChoose, reasonTexts, refundStateText } from '../own-refund.rules.ts'
import { askRefundSchema } from '../own-refund.schema.ts'
import type { OwnAddOn, OwnRefund, OwnRefundPage, RefundChoice, RefundUnit } from '../own-refund.types.ts'
import * as css from './own-refund.css.ts'

/** Holds what of the address names the order: kept by every form of the page. */
export type OrderQuery = { order: string | null; code: string | null }

type Props = {
  page: OwnRefundPage
  query: OrderQuery
  /** Says how what is bought can be returned. */
  policyText: string
  idempotencyKey: string
  /** The server's replies to the last try. */
  replies: { ask: SubmissionResult | null; withdraw: SubmissionResult | null }
}

/**
 * Lets the buyer of an order return tickets. What goes back and what is kept is shown to the cent before anything is confirmed;
 * all of it works without JavaScript.
 */
export function OwnRefundForm({ page, query, policyText, idempotencyKey, replies }: Props) {
  const { choice } = page
  const open = page.units.filter(canChoose)
  return (
    <div className={stack[5]}>
      <Card as="section" aria-labelledby="units-title">
        <div className={stack[3]}>
          <h2 id="units-title" className={css.title}>
            {open.length > 0 ? 'Choose what to refund' : 'Nothing to refund right now'}
          </h2>
          <p className={text.small}>{policyText}</p>
          {page.until && page.policy && <Deadline page={page} />}
          <Form method="get" className={stack[4]} preventScrollReset>
            <OrderFields {...query} />
            <ul className={css.list}>
              {page.units.map((unit) => (
                <li key={unit.id}>
                  <Unit
                    unit={unit}
                    currency={page.currency}
                    chosen={unit.tickets.some((id) => choice?.tickets.includes(id))}
                  />
                </li>
              ))}
              {page.addOns.map((addOn) => (
                <li key={addOn.name}>
                  <AddOn addOn={addOn} currency={page.currency} isOpen={open.length > 0} />
                </li>
              ))}
            </ul>
            {open.length > 0 && (
              <div>
                <Button type="submit" variant="secondary">
                  Show what I get back
                </Button>
              </div>
            )}
          </Form>
        </div>
      </Card>
      {choice && (
        <Confirm
          key={choice.tickets.join()}
          choice={choice}
          currency={page.currency}
          query={query}
          idempotencyKey={idempotencyKey}
          reply={replies.ask}
        />
      )}
      {page.refunds.length > 0 && <Refunds page={page} query={query} reply={replies.withdraw} />}
    </div>
  )
}

function OrderFields({ order, code }: OrderQuery) {
  return (
    <>
      {order !== null && <input type="hidden" name="order" value={order} />}
      {code !== null && <input type="hidden" name="code" value={code} />}
    </>
  )
}

function Deadline({ page }: { page: OwnRefundPage }) {
  const { until, now, timeZone, closed } = page
  if (!until) return null
  const moment = `${formatDay(until, timeZone, now)}, ${formatClockWithZone(until, timeZone)}`
  if (closed === 'too_late')
    return (
      <Banner tone="warning" title={`The deadline was ${moment}.`}>
        <p>You can still ask us. We'll decide and email you.</p>
      </Banner>
    )
  return closed === null ? <p>{`You can refund tickets until ${moment}.`}</p> : null
}

function Unit({ unit, currency, chosen }: { unit: RefundUnit; currency: string; chosen: boolean }) {
  const id = `unit-${unit.tickets[0]}`
  const people = [...new Set(unit.holders)].join(', ')
  return (
    <label htmlFor={id} className={css.unit}>
      <input
        id={id}
        type="checkbox"
        name="ticket"
        value={unit.tickets[0]}
        className={checkbox}
        defaultChecked={chosen}
        disabled={!canChoose(unit)}
      />
      <span className={css.name}>
        {unit.name}
        {unit.isWhole && unit.tickets.length > 1 && `, all ${unit.tickets.length} tickets`}
        <span className={css.faint}>
          <br />
          {people}
          {unit.reason !== null && unit.reason !== 'too_late' && `. ${reasonTexts[unit.reason]}.`}
          {unit.supplementCents > 0 && (
            <>
              <br />
              {`Plus ${formatMoney(unit.supplementCents, currency)} paid to change its type.`}
            </>
          )}
        </span>
      </span>
      <span className={css.cents}>{formatMoney(unit.paidCents, currency)}</span>
    </label>
  )
}

/**
 * Shows an add-on, which goes with the last ticket of the order.
 * @param isOpen whether any ticket can be refunded now
 */
function AddOn({ addOn, currency, isOpen }: { addOn: OwnAddOn; currency: string; isOpen: boolean }) {
  return (
    <div className={css.addOn}>
      <span className={css.name}>
        {`${addOn.quantity} × ${addOn.name}`}
        <span className={css.faint}>
          <br />
          {addOn.isHanded && 'You picked it up, so it is not refunded.'}
          {!addOn.isHanded && (isOpen ? 'Refunded with your last ticket.' : 'Stays with your tickets.')}
        </span>
      </span>
      <span className={css.cents}>{formatMoney(addOn.paidCents, currency)}</span>
    </div>
  )
}

/** Shows the exact amounts and asks before anything happens. */
function Confirm({
  choice,
  currency,
  query,
  idempotencyKey,
  reply,
}: {
  choice: RefundChoice
  currency: string
  query: OrderQuery
  idempotencyKey: string
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().formData?.get('intent') === 'ask'
  const [form, fields] = useForm({
    id: 'own-refund',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: askRefundSchema }),
    shouldRevalidate: 'onInput',
  })
  const money = (cents: number) => formatMoney(cents, currency)
  const many = choice.tickets.length === 1 ? 'This ticket' : `These ${choice.tickets.length} tickets`
  return (
    <Card as="section" aria-labelledby="confirm-title">
      <Form method="post" {...getFormProps(form)} className={stack[4]} preventScrollReset>
        <input type="hidden" name="intent" value="ask" />
        <OrderFields {...query} />
        {choice.tickets.map((id) => (
          <input key={id} type="hidden" name="ticket" value={id} />
        ))}
        <input type="hidden" name="amountCents" value={choice.backCents} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <h2 id="confirm-title" className={css.title}>
          {choice.isLate ? 'Request this refund' : 'Confirm the refund'}
        </h2>
        <dl className={css.sums}>
          <dt>Paid</dt>
          <dd className={css.cents}>{money(choice.paidCents)}</dd>
          <dt>We keep</dt>
          <dd className={css.cents} data-testid="kept">
            {money(choice.keptCents)}
          </dd>
          <dt className={css.totalName}>You get back</dt>
          <dd className={css.total} data-testid="back">
            {money(choice.backCents)}
          </dd>
        </dl>
        {choice.addOns.length > 0 && (
          <p data-testid="add-ons-end">
            {`${choice.tickets.length === 1 ? 'This is your last ticket' : 'These are your last tickets'} of this order, so ${choice.addOns.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')} ${choice.addOns.length === 1 ? 'is' : 'are'} refunded too.`}
          </p>
        )}
        <p>
          {choice.isLate
            ? `${many} will stay valid until we decide.`
            : `${many} will be canceled right away, and that can't be undone. The money goes to the card you paid with; banks usually take 5 to 10 days to show it.`}
        </p>
        <FormErrors id={form.errorId} errors={form.errors} />
        {choice.isLate && <TextareaField meta={fields.reason} label="Why are you asking?" rows={3} />}
        <div className={cluster[3]}>
          <Button type="submit" variant="danger" busy={busy}>
            {choice.isLate ? `Request ${money(choice.backCents)}` : `Refund ${money(choice.backCents)}`}
          </Button>
          <LinkButton to={paths.myTickets({ order: query.order })} variant="secondary">
            Keep my tickets
          </LinkButton>
        </div>
      </Form>
    </Card>
  )
}

/** Lists the refunds of the order so far; those that wait can be withdrawn. */
function Refunds({
  page,
  query,
  reply,
}: {
  page: OwnRefundPage
  query: OrderQuery
  reply: SubmissionResult | null
}) {
  const { formData } = useNavigation()
  const errors = Object.values(reply?.error ?? {}).flatMap((messages) => messages ?? [])
  const line = (refund: OwnRefund) =>
    [
      formatDay(refund.createdAt, page.timeZone, page.now),
      refund.tickets > 0 && (refund.tickets === 1 ? '1 ticket' : `${refund.tickets} tickets`),
      refundStateText(refund),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Card as="section" aria-labelledby="refunds-title">
      <h2 id="refunds-title" className={css.title}>
        Refunds for this order
      </h2>
      <FormErrors id="withdraw-errors" errors={errors} />
      <ul className={css.list}>
        {page.refunds.map((refund) => (
          <li key={refund.id} className={css.row} data-testid="refund" data-status={refund.status}>
            <div className={css.name}>
              {formatMoney(refund.amountCents, page.currency)}
              <div className={css.faint}>{line(refund)}</div>
              {refund.decision && refund.status === 'rejected' && <p>{refund.decision}</p>}
            </div>
            {refund.isOwn && refund.status === 'requested' && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="withdraw" />
                <OrderFields {...query} />
                <input type="hidden" name="refund" value={refund.id} />
                <Button
                  type="submit"
                  size="sm"
                  variant="secondary"
                  busy={formData?.get('refund') === refund.id}
                >
                  Withdraw
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
