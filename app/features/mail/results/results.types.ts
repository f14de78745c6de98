import * as z from 'zod'
import { campaignStatuses } from '#core/campaign-states.ts'
import { instant } from '#core/columns.ts'

const figuresSchema = z.object({
  recipients: z.int(),
  waiting: z.int(),
  sent: z.int(),
  /** Those of the sent whose mail server did not answer at the end. */
  unconfirmed: z.int(),
  delivered: z.int(),
  bounced: z.int(),
  complained: z.int(),
  skipped: z.int(),
  cancelled: z.int(),
  heldOut: z.int(),
  clicked: z.int(),
  opened: z.int(),
  unsubscribed: z.int(),
})

/** Paid within five days, without what was refunded. */
const moneySchema = z.object({
  cents: z.int(),
  orders: z.int(),
  buyers: z.int(),
  heldOutCents: z.int(),
  heldOutBuyers: z.int(),
})

/** Result of `read_campaign_results`, null when there is no such campaign. */
export const campaignResultsSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['marketing', 'notice']),
  state: z.enum(campaignStatuses),
  subject: z.string(),
  subjectB: z.string(),
  startedAt: instant.nullable(),
  pausedReason: z.string().nullable(),
  figures: figuresSchema,
  money: moneySchema,
  /** Spending per recipient and per person held out, and what recipients spent beyond that; null where nobody was held out. */
  effect: z.object({ eachCents: z.int(), heldOutEachCents: z.int(), extraCents: z.int() }).nullable(),
  subjects: z.array(
    z.object({ subject: z.enum(['a', 'b']), sent: z.int(), clicked: z.int(), cents: z.int() }),
  ),
  run: z
    .object({
      matched: z.int(),
      reachable: z.int(),
      winner: z.enum(['a', 'b']).nullable(),
      decidesAt: instant.nullable(),
    })
    .nullable(),
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  links: z.array(z.object({ url: z.string(), people: z.int(), clicks: z.int(), scanners: z.int() })),
  orders: z.array(z.object({ code: z.string(), paidAt: instant, cents: z.int(), isHeldOut: z.boolean() })),
  earlier: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      startedAt: instant,
      figures: figuresSchema,
      money: moneySchema,
    }),
  ),
  timeZone: z.string(),
  currency: z.string(),
  now: instant,
})
export type CampaignResults = z.output<typeof campaignResultsSchema>

export const recipientTabs = ['all', 'sent', 'clicked', 'problems', 'waiting'] as const

/** Result of `list_campaign_recipients`. */
export const campaignRecipientsSchema = z.object({
  recipients: z.array(
    z.object({
      id: z.uuid(),
      address: z.string(),
      personId: z.uuid().nullable(),
      status: z.string(),
      reason: z.string().nullable(),
      variant: z.enum(['a', 'b', 'rest', 'hold_out']),
      sentAt: instant.nullable(),
      clickedAt: instant.nullable(),
      error: z.string().nullable(),
      providerRef: z.string().nullable(),
    }),
  ),
  next: z.uuid().nullable(),
  timeZone: z.string(),
  now: instant,
})
export type CampaignRecipients = z.output<typeof campaignRecipientsSchema>
