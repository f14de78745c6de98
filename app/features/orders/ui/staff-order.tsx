import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatClockWithZone, formatDay } from '#core/event-time.ts'
import { lineKind } from '#core/line-kinds.ts'
import { machineTime } from '#core/machine-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { refundErrorText } from '#core/refund-status.ts'
import { orderStates, orderStatuses, ticketStates } from '#core/states.ts'
import { custodyNames } from '#core/ticket-custody.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordField, TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { canMailTickets, isErased } from '../order-desk.rules.ts'
import { decideRefundSchema, orderNoteSchema } from '../order-desk.schema.ts'
import type {
  DeskAddOn,
  DeskEntry,
  DeskPayment,
  DeskRefund,
  DeskTicket,
  StaffOrderDetail,
} from '../order-desk.types.ts'
import { entryTitle } from '../order-timeline.rules.ts'
import * as css from './staff-order.css.ts'

const refundStates: Record<DeskRefund['status'], { label: string; tone: BadgeTone }> = {
  requested: { label: 'Waiting for a second admin', tone: 'warning' },
  approved: { label: 'On its way', tone: 'info' },
  submitted: { label: 'On its way', tone: 'info' },
  succeeded: { label: 'Paid out', tone: 'success' },
  failed: { label: 'Failed, will retry automatically', tone: 'danger' },
  rejected: { label: 'Turned down', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  external: { label: 'Made outside the site', tone: 'neutral' },
}

const voidReasons: Record<string, string> = {
  refunded: 'Refunded',
  cancelled: 'Canceled',
  event_cancelled: 'Event canceled',
  chargeback: 'Chargeback',
}

/** Prints an instant in the order's time zone. */
function When({ at, order }: { at: string; order: StaffOrderDetail }) {
  return (
    <time dateTime={machineTime(at)} suppressHydrationWarning>
      {formatDay(at, order.timeZone, order.now)}, {formatClockWithZone(at, order.timeZone)}
    </time>
  )
}

/**
 * Shows one order to admins: who bought what, its tickets, refunds, notes, and everything that happened to it. What can
 * be done depends on its state.
 * @param replies the server's reply to the last form of each intent
 * @param idempotencyKey of the note that may be written
 * @param goods what the order has of the shop, made by that area
 */
export function StaffOrderPage({
  order,
  replies,
  idempotencyKey,
  goods,
}: {
  order: StaffOrderDetail
  replies: { decide: SubmissionResult | null; note: SubmissionResult | null }
  idempotencyKey: string
  goods?: ReactNode
}) {
  const here = paths.ticketManagementOrder(order.code)
  return (
    <div className={css.columns}>
      <div className={stack[5]}>
        <Facts order={order} />
        {order.refunds.length > 0 && <Refunds order={order} reply={replies.decide} here={here} />}
        <Tickets order={order} />
        {order.addOns.length > 0 && <AddOns order={order} />}
        {goods}
        {order.supplements.length > 0 && <Supplements order={order} />}
        <Sums order={order} />
        {order.payments.length > 0 && <Payments order={order} />}
      </div>
      <div className={stack[5]}>
        <NoteForm reply={replies.note} here={here} idempotencyKey={idempotencyKey} />
        <Timeline order={order} />
      </div>
    </div>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-labelledby={id} className={stack[4]}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </Card>
  )
}

function Facts({ order }: { order: StaffOrderDetail }) {
  const { event } = order
  const paid = order.payments.find(({ settledAt, cardLast4 }) => settledAt && cardLast4)
  const canMail = canMailTickets(order)
  return (
    <Section id="order-facts" title="Order">
      <p className={css.badges}>
        <Badge tone={orderStates[order.status].tone}>{orderStates[order.status].label}</Badge>
        {order.isTest && <Badge tone="info">Test</Badge>}
        {order.lateRescue && <Badge>Paid after the hold expired</Badge>}
      </p>
      <dl className={css.facts}>
        <dt className={css.term}>Buyer</dt>
        <dd className={css.value}>
          {order.name} {order.isMember ? <Badge>Member</Badge> : <Badge>Guest</Badge>}
        </dd>
        <dt className={css.term}>Email</dt>
        <dd className={css.value}>
          {isErased(order) ? (
            order.email
          ) : (
            <>
              <a href={`mailto:${order.email}`}>{order.email}</a>{' '}
              <Link to={paths.ticketManagementEmail(order.code)} className={css.touchLink}>
                Correct…
              </Link>
            </>
          )}
        </dd>
        <dt className={css.term}>Phone</dt>
        <dd className={css.value}>
          {order.phone ? (
            <a href={`tel:${order.phone.replaceAll(/[^+\d]/g, '')}`}>{order.phone}</a>
          ) : (
            'Not given'
          )}
        </dd>
        {paid && (
          <>
            <dt className={css.term}>Card</dt>
            <dd className={css.value}>{cardText(paid)}</dd>
          </>
        )}
        {event && (
          <>
            <dt className={css.term}>Event</dt>
            <dd className={css.value}>
              <Link to={paths.adminEvent(event.id)}>{event.title}</Link>,{' '}
              {formatDay(event.startsAt, event.timeZone, order.now)},{' '}
              <Link to={paths.attendees({ event: event.id, q: order.code })}>attendees</Link>
            </dd>
          </>
        )}
        {order.supplementOf && (
          <>
            <dt className={css.term}>Pays for</dt>
            <dd className={css.value}>
              an upgrade of a ticket in{' '}
              <Link to={paths.ticketManagementOrder(order.supplementOf)}>order {order.supplementOf}</Link>
            </dd>
          </>
        )}
        <dt className={css.term}>Placed</dt>
        <dd className={css.value}>
          <When at={order.createdAt} order={order} />
        </dd>
        {order.paidAt && (
          <>
            <dt className={css.term}>Paid</dt>
            <dd className={css.value}>
              <When at={order.paidAt} order={order} />
            </dd>
          </>
        )}
        <dt className={css.term}>Terms</dt>
        <dd className={css.value}>Version {order.termsVersion}</dd>
      </dl>
      <div className={cluster[3]}>
        {canMail && (
          <LinkButton to={paths.ticketManagementResend({ id: order.code })} variant="secondary">
            Email tickets again…
          </LinkButton>
        )}
        {order.refundableCents > 0 && (
          <LinkButton to={paths.ticketManagementRefund(order.code)} variant="secondary">
            Refund an amount…
          </LinkButton>
        )}
        <LinkButton to={paths.blockedBuyers({ order: order.code })} variant="secondary">
          Block buyer…
        </LinkButton>
      </div>
    </Section>
  )
}

function Tickets({ order }: { order: StaffOrderDetail }) {
  const valid = order.tickets.filter(({ status }) => ticketStates[status].isValid)
  const voided = order.tickets.filter(({ status }) => !ticketStates[status].isValid)
  if (order.tickets.length === 0) return null
  const columns: Column<DeskTicket>[] = [
    { key: 'code', header: 'Ticket', cell: ({ code }) => code },
    {
      key: 'type',
      header: 'Type',
      cell: ({ type, holder, supplement }) => (
        <span className={css.two}>
          {type}
          <span className={css.faint}>{holder}</span>
          {supplement && <Badge tone="warning">{supplement.typeName} when paid</Badge>}
        </span>
      ),
    },
    { key: 'cost', header: 'Cost', numeric: true, cell: ({ cents }) => formatMoney(cents, order.currency) },
    {
      key: 'state',
      header: 'Status',
      cell: ({ status, voidReason, isInside, isBlocked, custody, isVip }) => (
        <span className={css.badges}>
          {!ticketStates[status].isValid ? (
            <Badge tone="danger">{voidReasons[voidReason ?? ''] ?? 'Void'}</Badge>
          ) : isBlocked ? (
            <Badge tone="warning">Blocked</Badge>
          ) : isInside ? (
            <Badge tone="info">Inside</Badge>
          ) : (
            <Badge tone={custody === 'held' ? 'success' : 'neutral'}>{custodyNames[custody]}</Badge>
          )}
          {isVip && <Badge tone="accent">VIP</Badge>}
        </span>
      ),
    },
  ]
  const canRefund = orderStates[order.status].isSold
  return (
    <Section id="order-tickets" title="Tickets">
      {valid.map(
        ({ id, code, type, unpaidFrom }) =>
          unpaidFrom && (
            <Banner
              key={id}
              tone="warning"
              title={`Ticket ${code} is blocked until you decide`}
              action={
                <div className={cluster[3]}>
                  <LinkButton to={paths.ticketAction('take-back', { id })} variant="secondary" size="sm">
                    Restore the earlier type…
                  </LinkButton>
                  <LinkButton to={paths.ticketAction('keep-type', { id })} variant="secondary" size="sm">
                    Keep the type…
                  </LinkButton>
                  <LinkButton to={paths.ticketAction('void', { id })} variant="secondary" size="sm">
                    Cancel or refund…
                  </LinkButton>
                </div>
              }
            >
              {`The payment for ${type} was lost to a dispute, and ${unpaidFrom} is sold out.`}
            </Banner>
          ),
      )}
      {valid.length > 0 && (
        <>
          <Table
            caption="Valid tickets"
            columns={canRefund ? [...columns, actionColumn] : columns}
            rows={valid}
            rowKey={({ id }) => id}
            empty={null}
            {...(canRefund
              ? { selection: { form: 'refund', label: ({ code }: DeskTicket) => `Select ticket ${code}` } }
              : {})}
          />
          {canRefund && (
            <Form id="refund" method="get" action={paths.ticketManagementRefund(order.code)}>
              <div className={cluster[3]}>
                <Button type="submit" variant="secondary">
                  Refund selected tickets…
                </Button>
                <Button type="submit" variant="secondary" formAction={paths.ticketAction('reissue')}>
                  New codes…
                </Button>
                <Button type="submit" variant="secondary" formAction={paths.ticketAction('void')}>
                  Cancel tickets…
                </Button>
              </div>
            </Form>
          )}
        </>
      )}
      {voided.length > 0 && (
        <Table
          caption="Canceled tickets"
          columns={columns}
          rows={voided}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
    </Section>
  )
}

const addOnStates: Record<DeskAddOn['state'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Not handed over yet', tone: 'neutral' },
  handed: { label: 'Handed over', tone: 'success' },
  ended: { label: 'Ended', tone: 'danger' },
}

/** Lists add-ons. They end with the last valid ticket; before that staff can refund them by themselves. */
function AddOns({ order }: { order: StaffOrderDetail }) {
  const columns: Column<DeskAddOn>[] = [
    { key: 'name', header: 'Add-on', cell: ({ name, quantity }) => `${quantity} × ${name}` },
    { key: 'cost', header: 'Cost', numeric: true, cell: ({ cents }) => formatMoney(cents, order.currency) },
    {
      key: 'state',
      header: 'Status',
      cell: ({ state }) => <Badge tone={addOnStates[state].tone}>{addOnStates[state].label}</Badge>,
    },
    {
      key: 'actions',
      header: 'Change',
      cell: ({ id, name, state }) =>
        state === 'waiting' && orderStates[order.status].isSold ? (
          <Link
            to={paths.fulfilmentAction('cancel', { id, order: order.code })}
            aria-label={`Refund ${name}`}
          >
            Refund…
          </Link>
        ) : null,
    },
  ]
  return (
    <Section id="order-add-ons" title="Add-ons">
      <Table
        caption="Bought with the tickets"
        columns={columns}
        rows={order.addOns}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Section>
  )
}

/** Lists what can be done to one ticket alone. */
const actionColumn: Column<DeskTicket> = {
  key: 'actions',
  header: 'Change',
  cell: ({ id, code, isInside, isVip, supplement }) => (
    <span className={css.badges}>
      {!isInside && (
        <>
          <Link to={paths.ticketAction('rename', { id })} aria-label={`Change the name on ticket ${code}`}>
            Name
          </Link>
          {supplement ? (
            <Link
              to={paths.ticketAction('call-off', { id })}
              aria-label={`Call off the change of ticket ${code}`}
            >
              Call off
            </Link>
          ) : (
            <Link
              to={paths.ticketAction('change-type', { id })}
              aria-label={`Change the type of ticket ${code}`}
            >
              Type
            </Link>
          )}
        </>
      )}
      <Link to={paths.ticketTransfer(id)} aria-label={`Transfer ticket ${code}`}>
        Transfer
      </Link>
      <Link
        to={paths.ticketAction(isVip ? 'unvip' : 'vip', { id })}
        aria-label={isVip ? `Remove the VIP mark from ticket ${code}` : `Mark ticket ${code} as VIP`}
      >
        {isVip ? 'Remove VIP' : 'VIP'}
      </Link>
    </span>
  ),
}

/** Lists the orders that paid, or are to pay, for a dearer type of a ticket. */
function Supplements({ order }: { order: StaffOrderDetail }) {
  return (
    <Section id="order-supplements" title="Upgrades">
      <ul className={css.list}>
        {order.supplements.map(({ code, status, totalCents, refundedCents, name, detail, ticketCode }) => (
          <li key={code} className={css.entries.plain}>
            <span className={css.badges}>
              <Link to={paths.ticketManagementOrder(code)} className={css.touchLink}>
                {name}, {formatMoney(totalCents, order.currency)}
              </Link>
              <Badge tone={orderStates[status].tone}>{orderStates[status].label}</Badge>
            </span>
            <p className={css.faint}>
              Ticket {ticketCode} {detail}
              {refundedCents > 0 && `, ${formatMoney(refundedCents, order.currency)} refunded`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Sums({ order }: { order: StaffOrderDetail }) {
  const money = (cents: number) => formatMoney(cents, order.currency)
  const rows: [string, number][] = [
    ['Discount', order.discountCents],
    ['Fees', order.feeCents],
    ['Tax', order.taxCents],
  ]
  return (
    <Section id="order-sums" title="Items">
      <dl className={css.sums}>
        {order.lines.map((line) => (
          <Line
            key={line.id}
            label={lineKind(line.kind).isDeliveryCharge ? line.name : `${line.quantity} × ${line.name}`}
            detail={line.detail}
          >
            {money(line.totalCents)}
          </Line>
        ))}
        <dt className={css.term}>Total</dt>
        <dd className={css.total}>{money(order.totalCents)}</dd>
        {rows
          .filter(([, cents]) => cents !== 0)
          .map(([label, cents]) => (
            <Line
              key={label}
              label={label === 'Discount' ? 'Discount included' : `${label} included`}
              detail=""
            >
              {money(cents)}
            </Line>
          ))}
        {order.refundedCents > 0 && (
          <Line label="Refunded" detail="">
            {money(-order.refundedCents)}
          </Line>
        )}
      </dl>
    </Section>
  )
}

const paymentStates: Record<DeskPayment['status'], { label: string; tone: BadgeTone }> = {
  created: { label: 'Not finished', tone: 'neutral' },
  processing: { label: 'Processing', tone: 'warning' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
}

/** Names a card: "Visa ending 4242". */
function cardText({ cardBrand, cardLast4 }: DeskPayment): string {
  const brand = (cardBrand ?? 'card').replaceAll('_', ' ')
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending ${cardLast4}`
}

/** Lists the attempts to pay, the last one first. */
function Payments({ order }: { order: StaffOrderDetail }) {
  return (
    <Section id="order-payments" title="Payment attempts">
      <ul className={css.list}>
        {order.payments.toReversed().map((payment) => (
          <li key={payment.id} className={css.entries.plain} data-testid="payment">
            <span className={css.badges}>
              <strong>{formatMoney(payment.amountCents, order.currency)}</strong>
              <Badge tone={paymentStates[payment.status].tone}>{paymentStates[payment.status].label}</Badge>
            </span>
            <p className={css.faint}>
              {[
                payment.cardLast4 && cardText(payment),
                payment.failure && failureText(payment.failure),
                payment.provider === 'test' ? 'Test payment' : null,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            <p className={css.faint}>
              <When at={payment.createdAt} order={order} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Writes a provider's code for a failure as words: `card_declined` is "Card declined". */
function failureText(code: string): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Line({ label, detail, children }: { label: string; detail: string; children: ReactNode }) {
  return (
    <>
      <dt className={css.term}>
        {label}
        {detail && <span className={css.faint}> {detail}</span>}
      </dt>
      <dd className={css.cents}>{children}</dd>
    </>
  )
}

function Refunds({
  order,
  reply,
  here,
}: {
  order: StaffOrderDetail
  reply: SubmissionResult | null
  here: string
}) {
  const waiting = order.refunds.find(({ status }) => status === 'requested')
  return (
    <Section id="order-refunds" title="Refunds">
      <ul className={css.list}>
        {order.refunds.map((refund) => {
          const state = refundStates[refund.status]
          return (
            <li key={refund.id} className={css.entries.plain}>
              <span className={css.badges}>
                <Link to={paths.ticketManagementRefundCase(refund.id)} className={css.touchLink}>
                  {formatMoney(refund.amountCents, order.currency)}
                </Link>
                <Badge tone={state.tone}>{state.label}</Badge>
              </span>
              <p className={css.note}>{refund.reason}</p>
              <p className={css.faint}>
                <When at={refund.createdAt} order={order} />
                {refund.requestedBy && `, ${refund.requestedBy}`}
                {refund.status === 'failed' &&
                  `, ${refund.attempts} of 5 attempts: ${refundErrorText(refund.error ?? '')}`}
              </p>
            </li>
          )
        })}
      </ul>
      {waiting && <DecideForm refund={waiting} reply={reply} isProven={order.isProven} here={here} />}
    </Section>
  )
}

function DecideForm({
  refund,
  reply,
  isProven,
  here,
}: {
  refund: DeskRefund
  reply: SubmissionResult | null
  isProven: boolean
  here: string
}) {
  const { form, fields, busy } = useIntentForm(decideRefundSchema, { intent: 'decide', reply })
  return (
    <IntentForm form={form} intent="decide" action={here}>
      <input type="hidden" name="refund" value={refund.id} />
      <p className={text.small}>
        {refund.isOwn
          ? 'You asked for this refund, so another admin approves it. You can withdraw it.'
          : 'Approving sends the money and cancels its tickets.'}
      </p>
      <TextareaField meta={fields.reason} label="Reason for turning it down" rows={2} optional />
      {!isProven && (
        <PasswordField meta={fields.currentPassword} label="Your password" autoComplete="current-password" />
      )}
      <div className={cluster[3]}>
        {!refund.isOwn && (
          <Button type="submit" name="decision" value="approve" busy={busy}>
            Approve
          </Button>
        )}
        <Button type="submit" name="decision" value="reject" variant="secondary" busy={busy}>
          {refund.isOwn ? 'Withdraw' : 'Turn down'}
        </Button>
      </div>
    </IntentForm>
  )
}

function NoteForm({
  reply,
  here,
  idempotencyKey,
}: {
  reply: SubmissionResult | null
  here: string
  idempotencyKey: string
}) {
  const { form, fields, busy } = useIntentForm(orderNoteSchema, { intent: 'note', reply })
  return (
    <Section id="order-note" title="Add a note">
      <IntentForm form={form} intent="note" action={here}>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <TextareaField meta={fields.text} label="Note for other staff" rows={2} key={idempotencyKey} />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            Add note
          </Button>
        </div>
      </IntentForm>
    </Section>
  )
}

const troubles = ['failed', 'cancelled', 'void', 'refund_failed']
const moneyKinds = ['refund', 'payment', 'payment_event']

function lookOf({ kind, name }: DeskEntry): keyof typeof css.entries {
  if (kind === 'note') return 'note'
  const order = kind === 'order' ? orderStatuses.find((status) => status === name) : undefined
  if (troubles.includes(name) || (order && orderStates[order].hasFailed)) return 'trouble'
  return moneyKinds.includes(kind) || (order && orderStates[order].isSold) ? 'money' : 'plain'
}

function Timeline({ order }: { order: StaffOrderDetail }) {
  return (
    <Section id="order-timeline" title="Timeline">
      <ol className={css.list}>
        {order.timeline.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never move
          <li key={place} className={css.entries[lookOf(entry)]}>
            {entry.mailId ? (
              <Link to={paths.ticketManagementMail(entry.mailId)} className={css.touchLink}>
                {entryTitle(entry)}
              </Link>
            ) : (
              <strong>{entryTitle(entry)}</strong>
            )}
            {entry.cents !== null && ` · ${formatMoney(entry.cents, order.currency)}`}
            {entry.detail && <p className={css.note}>{entry.detail}</p>}
            <p className={css.faint}>
              <When at={entry.at} order={order} />
              {entry.actor && `, ${entry.actor}`}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
