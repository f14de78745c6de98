/**
 * Declares what the site needs of a payment provider. It imports nothing, so that edge functions can use it too. Every provider is one
 * file and one entry in payments-registry.server.ts; money, orders and tickets are the database's business.
 */

/** An event about a payment, in our own terms. */
export type PaymentReport = {
  kind: 'succeeded' | 'failed' | 'processing' | 'expired'
  /** The provider's id of this event; the same id never takes effect twice. */
  id: string
  /** The provider's reference of the payment, as `start` returned it. */
  ref: string
  amountCents: number
  currency: string
  /** The provider's code for why a payment failed. */
  failureCode: string | null
  /** The provider's name for the card, the same for each payment with it, where the provider tells; null otherwise. */
  cardFingerprint: string | null
  /** The card's brand, such as `visa`, and its last four digits, where the provider tells; null otherwise. */
  card: { brand: string; last4: string } | null
  /** Holds when it happened, Unix seconds. */
  createdAt: number
}

/** An event about a refund, in our own terms. */
export type RefundReport = {
  kind: 'refund_succeeded' | 'refund_failed' | 'refund_pending'
  /** The provider's id of this event; the same id never takes effect twice. */
  id: string
  /** The provider's reference of the refund, as `refund` returned it. */
  refundRef: string
  /** Our id of the refund, where the provider returns it; null for refunds that were made at the provider. */
  refundId: string | null
  /** The provider's reference of the payment; null where `refundId` already names the refund. */
  paymentRef: string | null
  amountCents: number
  currency: string
  /** The provider's code for why a refund failed. */
  failureCode: string | null
  /** Holds when it happened, Unix seconds. */
  createdAt: number
}

/** An event about a dispute, in our own terms: the buyer asked their bank for the money back. */
export type DisputeReport = {
  /** `dispute_review`: the bank has our evidence. */
  kind: 'dispute_open' | 'dispute_review' | 'dispute_won' | 'dispute_lost'
  /** The provider's id of this event; the same id never takes effect twice. */
  id: string
  /** The provider's reference of the dispute. */
  disputeRef: string
  /** The provider's reference of the payment, as `start` returned it. */
  paymentRef: string
  amountCents: number
  currency: string
  /** The provider's code for why the buyer disputes the payment. */
  reasonCode: string
  /** True while the bank only asks and has not taken the money. */
  isInquiry: boolean
  /** Until when evidence is taken, Unix seconds; null without a deadline. */
  dueAt: number | null
  /** Since when the payment is disputed, Unix seconds. */
  openedAt: number
  /** Holds when it happened, Unix seconds. */
  createdAt: number
}

export type PaymentEvent = PaymentReport | RefundReport | DisputeReport

/** Holds what the seller answers a dispute with. Texts are plain, up to 20,000 characters each. */
export type DisputeEvidence = {
  customerName: string
  customerEmail: string
  /** IP address that the order was paid from; null where it is not stored any more. */
  customerAddress: string | null
  productDescription: string
  /** Day of the event, such as `2026-11-22`; null for goods. */
  serviceDate: string | null
  /** Says when and where the tickets were shown, opened and scanned. */
  accessLog: string
  refundPolicy: string
  /** Everything else: the order's timeline, mails, terms. */
  otherText: string
}

/** A payment about to be made; everything in it is the database's. */
export type PaymentStart = {
  /** Our id of the payment: the idempotency key of `start`. */
  paymentId: string
  /** The provider's reference of this payment when it was opened before; null at first. */
  ref: string | null
  amountCents: number
  currency: string
  orderCode: string
  email: string
  /** Names what is bought, such as the event's title. */
  title: string
  /** Holds when the hold ends, ISO 8601. */
  expiresAt: string
  /** Lists the parts of the amount, each with its discount, fee and tax: the sum of `totalCents` is the amount. */
  lines: { name: string; quantity: number; totalCents: number }[]
  /** Path of the page that the buyer returns to. */
  returnPath: string
  /** Path of the page for a buyer who gives up. */
  cancelPath: string
}

/**
 * An opened payment with the provider's own reference. The buyer goes on at an address of the provider's, or on a page of
 * ours that passes the client secret to the provider's own form.
 */
export type PaymentOpening = { ref: string } & (
  | { kind: 'redirect'; url: string }
  | { kind: 'embedded'; clientSecret: string }
)

/** A refund about to be made. */
export type RefundStart = {
  /** Our id of the refund: the same one is carried out once, however often it is sent. */
  refundId: string
  /** The provider's reference of the refund's latest try; null before the first. */
  refundRef: string | null
  /** The provider's reference of the payment. */
  paymentRef: string
  amountCents: number
  currency: string
}

/** State of a refund at the provider; `pending` until an event or a later call ends it. */
export type RefundResult = {
  refundRef: string
  status: 'succeeded' | 'failed' | 'pending'
  failureCode: string | null
}

/** Origins that the provider adds to the content policy of pages. */
export type PageSources = {
  /** Names the origin of the provider's payment pages: a form of ours is redirected there. */
  formAction: string[]
  scripts: string[]
  frames: string[]
  connect: string[]
}

/** Moves money, with its settings read. */
export type PaymentProvider = {
  name: string
  /** True if no real money moves, which the checkout then states. */
  isTest: boolean
  /** The smallest amount that it charges, in the currency's cents: below it nobody is sent to its page. */
  leastCents: number
  /**
   * Opens a payment at the provider, or continues the one that `payment.ref` names. Repeating it is safe.
   * @returns null when the named payment has ended there: `lookUp` says how
   * @throws when the provider can't be reached
   */
  start(payment: PaymentStart): Promise<PaymentOpening | null>
  /**
   * Reads the state of a payment from the provider.
   * @param ref the provider's reference
   * @returns null while nothing has happened
   */
  lookUp(ref: string): Promise<PaymentReport | null>
  /**
   * Closes a payment whose hold has ended, so that nobody can pay it any more. Harmless when it was paid or has ended.
   * @param ref the provider's reference
   * @throws when the provider can't be reached
   */
  end(ref: string): Promise<void>
  /**
   * Verifies and reads what was sent to the webhook.
   * @param body the exact text that arrived
   * @param headers the request's headers, which carry the signature
   * @param now Unix seconds
   * @returns null when the provider did not sign it, or too long ago; `events` is empty for what means nothing to us
   * @throws when the provider has to be asked about the event and can't be reached
   */
  readEvent(body: string, headers: Headers, now: number): Promise<{ events: PaymentEvent[] } | null>
  /**
   * Sends money back, or looks up a refund that was sent before.
   * @throws when the provider can't be reached
   */
  refund(refund: RefundStart): Promise<RefundResult>
  /**
   * Reads what left payments without us lately: disputes, and refunds that were made at the provider. For events that never arrived.
   * @param since Unix seconds
   */
  listRecent(since: number): Promise<PaymentEvent[]>
  /**
   * Reads the state of a dispute.
   * @param ref the provider's reference
   * @returns null when the provider has none such
   */
  lookUpDispute(ref: string): Promise<DisputeReport | null>
  /**
   * Answers a dispute, once: the provider takes no more afterwards.
   * @param ref the provider's reference
   * @returns false when the provider refuses it: too late, or answered before
   * @throws when the provider can't be reached
   */
  sendEvidence(ref: string, evidence: DisputeEvidence): Promise<boolean>
}

/** Settings by variable name. */
export type PaymentVariables = Record<string, string | undefined>

/** One entry of the registry. */
export type PaymentProviderDefinition = {
  /** As `payments.provider` accepts it. */
  name: string
  /** True if no money moves: a production site refuses to start with it. */
  isTest: boolean
  /** The origins that pages need while this provider is in use. */
  pageSources(variables: PaymentVariables): Partial<PageSources>
  /** @returns null while a setting that it needs is missing */
  open(variables: PaymentVariables): PaymentProvider | null
}
