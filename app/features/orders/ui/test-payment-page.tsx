import { Form, useNavigation } from '@remix-run/react'
import { CreditCard } from 'lucide-react'
import { decimalAmount, formatMoney } from '#core/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextInput } from '#ui/controls.tsx'
import { Field } from '#ui/field-frame.tsx'
import * as layout from '#ui/layout.css.ts'
import { Select } from '#ui/select.tsx'
import * as css from './test-payment-page.css.ts'

export type TestPaymentPageProps = {
  payment: {
    orderCode: string
    amountCents: number
    currency: string
    returnPath: string
    state: 'open' | 'processing' | 'succeeded' | 'failed' | 'late'
    dispute: 'none' | 'open' | 'review' | 'won' | 'lost'
  }
  /** Holds what can still be refunded, in cents. */
  leftCents: number
  /** Says what is wrong with the amount that was typed; null where nothing is. */
  fault: { message: string; text: string } | null
}

const deliveries = [
  { value: 'once', label: 'Once, right away' },
  { value: 'twice', label: 'Twice' },
  { value: 'reordered', label: 'Out of order' },
  { value: 'late', label: 'After the hold has ended' },
]
const declineReasons = [
  { value: 'card_declined', label: 'Declined by the bank' },
  { value: 'insufficient_funds', label: 'Not enough funds' },
  { value: 'expired_card', label: 'Card expired' },
]

/** The payment page of the built-in test provider: a card form that takes no card, and the outcomes to choose. */
export function TestPaymentPage({ payment, leftCents, fault }: TestPaymentPageProps) {
  const amount = formatMoney(payment.amountCents, payment.currency)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Badge tone="warning">Test payment: no money moves</Badge>
        <h1 className={css.amount}>{amount}</h1>
        <p className={layout.text.muted}>Order {payment.orderCode}</p>
      </header>
      {payment.state === 'open' || payment.state === 'processing' ? (
        <OpenPayment state={payment.state} amount={amount} />
      ) : (
        <DecidedPayment payment={payment} leftCents={leftCents} fault={fault} />
      )}
    </div>
  )
}

function useChosen() {
  return useNavigation().formData?.get('decision')
}

type DecisionProps = { value: string; children: string; variant?: 'secondary' }

/** A button that sends one decision. */
function Decision({ value, children, variant }: DecisionProps) {
  return (
    <Button
      type="submit"
      name="decision"
      value={value}
      block
      busy={useChosen() === value}
      {...(variant ? { variant } : { size: 'lg' })}
    >
      {children}
    </Button>
  )
}

function OpenPayment({ state, amount }: { state: 'open' | 'processing'; amount: string }) {
  return (
    <Form method="post" className={css.form}>
      {/* biome-ignore lint/a11y/useSemanticElements: a legend can't be laid out inside of its frame */}
      <div role="group" className={css.card} aria-labelledby="test-card">
        <p id="test-card" className={css.cardTitle}>
          <CreditCard size={20} aria-hidden="true" />
          Test card
        </p>
        {state === 'processing' && <p>The bank wants to verify this payment. Confirm it by paying.</p>}
        <TestField id="number" label="Card number" value="4242 4242 4242 4242" />
        <div className={css.pair}>
          <TestField id="expiry" label="Expiry" value="12 / 34" />
          <TestField id="cvc" label="CVC" value="123" />
        </div>
        <TestField id="holder" label="Name on card" value="Test Card" />
        <Decision value="succeeded">{`Pay ${amount}`}</Decision>
      </div>
      <div className={css.outcomes}>
        <h2 className={css.outcomesTitle}>Test mode: choose an outcome</h2>
        <p className={layout.text.small}>Paying succeeds. Or see what happens otherwise:</p>
        <Field id="failure" label="Why it’s declined">
          {(control) => <Select {...control} name="failureCode" options={declineReasons} />}
        </Field>
        <div className={css.pair}>
          <Decision value="failed" variant="secondary">
            Decline
          </Decision>
          {state === 'open' && (
            <Decision value="processing" variant="secondary">
              Processing
            </Decision>
          )}
        </div>
        {state === 'open' && (
          <Decision value="second_step" variant="secondary">
            Ask for verification
          </Decision>
        )}
        <Field id="delivery" label="How the site hears about it">
          {(control) => <Select {...control} name="delivery" options={deliveries} />}
        </Field>
        <Field id="card" label="Card" hint="Payments with the same made-up name count as one card.">
          {(control) => <TextInput {...control} name="card" maxLength={60} autoComplete="off" />}
        </Field>
      </div>
    </Form>
  )
}

const sentences: Record<'succeeded' | 'failed' | 'late', string> = {
  succeeded: 'This payment was already paid.',
  failed: 'This payment was already declined.',
  late: 'This payment will be paid when the hold has ended.',
}

const disputeSentences: Record<TestPaymentPageProps['payment']['dispute'], string> = {
  none: 'The card’s owner can ask the bank for the money back.',
  open: 'The payment is disputed. Send evidence from the order, or close it here.',
  review: 'The bank has your evidence. Close the dispute here.',
  won: 'The dispute was won.',
  lost: 'The dispute was lost.',
}

function DecidedPayment({ payment, leftCents, fault }: TestPaymentPageProps) {
  if (payment.state === 'open' || payment.state === 'processing') return null
  const isDisputed = payment.dispute === 'open' || payment.dispute === 'review'
  return (
    <>
      <div className={css.card}>
        <p>{sentences[payment.state]}</p>
        <LinkButton to={payment.returnPath} size="lg" block>
          Back to the order
        </LinkButton>
      </div>
      {payment.state === 'succeeded' && (
        <Form method="post" className={css.outcomes}>
          <h2 className={css.outcomesTitle}>Test mode: after the payment</h2>
          <p className={layout.text.small}>{disputeSentences[payment.dispute]}</p>
          {payment.dispute === 'none' && (
            <Decision value="disputed" variant="secondary">
              Dispute the payment
            </Decision>
          )}
          {isDisputed && (
            <div className={css.pair}>
              <Decision value="won" variant="secondary">
                Close: won
              </Decision>
              <Decision value="lost" variant="secondary">
                Close: lost
              </Decision>
            </div>
          )}
        </Form>
      )}
      {payment.state === 'succeeded' && (
        <Form method="post" className={css.outcomes}>
          <h2 className={css.outcomesTitle}>Test mode: refund at the provider</h2>
          {leftCents > 0 ? (
            <>
              <Field id="amount" label="Amount in dollars" errors={fault ? [fault.message] : []}>
                {(control) => (
                  <TextInput
                    {...control}
                    name="amount"
                    inputMode="decimal"
                    defaultValue={fault?.text ?? decimalAmount(leftCents)}
                    autoComplete="off"
                  />
                )}
              </Field>
              <Decision value="refunded" variant="secondary">
                Refund it
              </Decision>
            </>
          ) : (
            <p className={layout.text.small}>All of it was refunded.</p>
          )}
        </Form>
      )}
    </>
  )
}

/** Shows a made-up value. It can't be changed and has no name, so that no card is ever typed in or sent. */
function TestField({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <TextInput {...control} value={value} readOnly autoComplete="off" className={css.input} />
      )}
    </Field>
  )
}
