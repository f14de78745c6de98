/**
 * Where payment providers can report instead of the site's own route, which may be asleep or being deployed.
 */
import { paymentProviders } from '../../../app/server/payments-registry.server.ts'
import { servePaymentWebhook } from './serve.ts'

servePaymentWebhook(paymentProviders)
