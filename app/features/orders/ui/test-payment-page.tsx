import { Form, useNavigation } from '@remix-run/react'
import { formatMoney } from '#core/money.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
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

/** The payment page of the built-in test provider: the buyer decides what the bank would say. */
export function TestPaymentPage({ payment }: TestPaymentPageProps) {
  const navigation = useNavigation()
  const chosen = navigation.formData?.get('decision')
  const decided = payment.state === 'succeeded' || payment.state === 'failed'
  return (
    <div className={layout.page}>
      <Card as="section" className={css.card}>
        <Banner tone="warning" title="Test payment – no money moves" />
        <div className={layout.stack[1]}>
          <h1 className={css.amount}>{formatMoney(payment.amountCents, payment.currency)}</h1>
          <p className={layout.text.muted}>Order {payment.orderCode}</p>
        </div>
        {decided ? (
          <>
            <p>This payment was already {payment.state === 'succeeded' ? 'paid' : 'declined'}.</p>
            <LinkButton to={payment.returnPath} size="lg" block>
              Back to the order
            </LinkButton>
          </>
        ) : (
          <Form method="post" className={layout.stack[3]}>
            <p>Test mode: choose an outcome</p>
            <Button
              type="submit"
              name="decision"
              value="succeeded"
              size="lg"
              block
              busy={chosen === 'succeeded'}
            >
              Pay
            </Button>
            <Button
              type="submit"
              name="decision"
              value="failed"
              variant="secondary"
              size="lg"
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
                size="lg"
                block
                busy={chosen === 'processing'}
              >
                Processing
              </Button>
            )}
          </Form>
        )}
      </Card>
    </div>
  )
}
