/** The payment webhook with the tests' second provider beside the registry's; both verify with one secret here. */
import { paymentProviders } from '../../../../app/server/payments-registry.server.ts'
import { servePaymentWebhook } from '../../../functions/payment-webhook/serve.ts'
import { provider } from '../../stripe-shaped-provider.ts'

servePaymentWebhook([
  ...paymentProviders,
  {
    ...provider,
    open: (variables) =>
      provider.open({ ...variables, TEST_STRIPE_WEBHOOK_SECRET: variables.PAYMENT_WEBHOOK_SECRET }),
  },
])
