import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { auditEntriesSchema } from '../audit/audit.types.ts'

const whole = z.int().min(0)

/** One alert of an event that staff should look at now, by its code. */
const alertSchema = z.discriminatedUnion('code', [
  z.object({ code: z.enum(['full', 'nearly_full']), inNow: whole, capacity: whole }),
  z.object({ code: z.enum(['gate_silent', 'type_paused']), names: z.string() }),
  z.object({ code: z.enum(['no_scans', 'sales_paused', 'sold_out']) }),
  z.object({ code: z.literal('many_refused'), refused: whole, scans: whole }),
  z.object({ code: z.literal('nearly_sold_out'), left: whole }),
  z.object({ code: z.literal('few_paid'), paid: whole, carts: whole }),
])
export type EventAlert = z.output<typeof alertSchema>

const tonightEventSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  venueName: z.string(),
  city: z.string(),
  timeZone: z.string(),
  status: z.enum(['published', 'postponed', 'cancelled']),
  isTest: z.boolean(),
  doorsAt: instant,
  startsAt: instant,
  endsAt: instant,
  sold: whole,
  held: whole,
  capacity: whole,
  inNow: whole,
  /** Tickets let in for the first time. */
  admitted: whole,
  /** Sold tickets that were never let in. */
  toCome: whole,
  /** Admissions in each minute of the last half hour, the running one last. */
  arrivals: z.array(whole),
  /** Only admins get it. */
  netCents: z.int().nullable(),
  alerts: z.array(alertSchema),
})
export type TonightEvent = z.output<typeof tonightEventSchema>

/** The lists in which something can wait for an admin, in the order of urgency. */
export const queueKeys = [
  'disputes',
  'refundsRequested',
  'refundsFailing',
  'refundsExternal',
  'returns',
  'failures',
  'failedMails',
  'toPack',
  'lowStock',
  'cases',
  'chatReports',
] as const
export type QueueKey = (typeof queueKeys)[number]

/** The steps of opening a site that the database knows the state of; null once a real order was paid. */
const firstStepsSchema = z
  .object({
    brand: z.boolean(),
    mailbox: z.boolean(),
    legal: z.boolean(),
    taxes: z.boolean(),
    event: z.boolean(),
    team: z.boolean(),
  })
  .nullable()

/** Result of `read_today`. What only admins get is null for moderators and door managers. */
export const todaySchema = z.object({
  now: instant,
  timeZone: z.string(),
  currency: z.string(),
  /** The first 12 of tonight's events. */
  tonight: z.array(tonightEventSchema),
  tonightCount: whole,
  /** The first event after tonight's. */
  nextEvent: z
    .object({
      id: z.uuid(),
      slug: z.string(),
      title: z.string(),
      city: z.string(),
      timeZone: z.string(),
      startsAt: instant,
      imagePath: z.string().nullable(),
      sold: whole,
      held: whole,
      capacity: whole,
    })
    .nullable(),
  /** Money since 6 AM in the brand's zone. */
  money: z
    .object({
      grossCents: z.int(),
      refundedCents: z.int(),
      orders: whole,
      tickets: whole,
      /** The median of the same weekday in the last `weeks` weeks up to the same time of day. */
      usual: z.object({ weeks: whole, grossCents: z.int().nullable(), orders: whole.nullable() }),
    })
    .nullable(),
  shop: z.object({ grossCents: z.int(), units: z.int() }).nullable(),
  queues: z.partialRecord(z.enum(queueKeys), whole).nullable(),
  nextOnSale: z
    .object({
      eventId: z.uuid(),
      slug: z.string(),
      title: z.string(),
      typeName: z.string(),
      timeZone: z.string(),
      saleStartsAt: instant,
      status: z.enum(['published', 'draft']),
      /** People who asked to be told when it begins. */
      waiting: whole,
      checklist: z.array(z.object({ code: z.string(), required: z.boolean(), done: z.boolean() })),
    })
    .nullable(),
  firstSteps: firstStepsSchema,
  counts: z.object({ upcoming: whole, drafts: whole, unpaid: whole }).nullable(),
  /** The last rows of the audit log by staff. */
  actions: auditEntriesSchema.nullable(),
})
export type Today = z.output<typeof todaySchema>
