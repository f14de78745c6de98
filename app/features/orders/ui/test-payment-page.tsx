import { Form, useNavigation } from '@remix-run/react'
import { CreditCard } from 'lucide-react'
import { formatMoney } from '#core/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextInput } from '#ui/controls.tsx'
import { Field } from '#ui/field-frame.tsx'
import * as layout from '#ui/layout.css.ts'
import * as css from './test-payment-page.css.ts'

export type TestPaymentPageProps = {
  payment: {
    orderCode: string
    amountCents: number
    currency: string
    returnPath: string
    state: 'open' | 'processing' | 'succeeded' | 'failed'
  }
}

/** The payment page of the built-in test provider: a card form that takes no card, and the outcomes to choose. */
export function TestPaymentPage({ payment }: TestPaymentPageProps) {
  const chosen = useNavigation().formData?.get('decision')
  const decided = payment.state === 'succeeded' || payment.state === 'failed'
  const amount = formatMoney(payment.amountCents, payment.currency)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Badge tone="warning">Test payment: no money moves</Badge>
        <h1 className={css.amount}>{amount}</h1>
        <p className={layout.text.muted}>Order {payment.orderCode}</p>
      </header>
      {decided ? (
        <div className={css.card}>
          <p>This payment was already {payment.state === 'succeeded' ? 'paid' : 'declined'}.</p>
          <LinkButton to={payment.returnPath} size="lg" block>
            Back to the order
          </LinkButton>
        </div>
      ) : (
        <Form method="post" className={css.form}>
          {/* biome-ignore lint/a11y/useSemanticElements: a legend can't be laid out inside of its frame */}
          <div role="group" className={css.card} aria-labelledby="test-card">
            <p id="test-card" className={css.cardTitle}>
              <CreditCard size={20} aria-hidden="true" />
              Test card
            </p>
            <TestField id="card" label="Card number" value="4242 4242 4242 4242" />
            <div className={css.pair}>
              <TestField id="expiry" label="Expiry" value="12 / 34" />
              <TestField id="cvc" label="CVC" value="123" />
            </div>
            <TestField id="holder" label="Name on card" value="Test Card" />
            <Button
              type="submit"
              name="decision"
              value="succeeded"
              size="lg"
              block
              busy={chosen === 'succeeded'}
            >
              Pay {amount}
            </Button>
          </div>
          <div className={css.outcomes}>
            <h2 className={css.outcomesTitle}>Test mode: choose an outcome</h2>
            <p className={layout.text.small}>Paying succeeds. Or see what happens otherwise:</p>
            <div className={css.pair}>
              <Button
                type="submit"
                name="decision"
                value="failed"
                variant="secondary"
                block
                busy={chosen === 'failed'}
              >
                Decline
              </Button>
              {payment.state === 'open' && (
                <Button
                  type="submit"
                  name="decision"
                  value="processing"
                  variant="secondary"
                  block
                  busy={chosen === 'processing'}
                >
                  Processing
                </Button>
              )}
            </div>
          </div>
        </Form>
      )}
    </div>
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
