import * as z from 'zod'
import { campaignBlocksSchema } from '#core/campaign-blocks.ts'
import { campaignStatuses } from '#core/campaign-states.ts'
import { instant } from '#core/columns.ts'
import { mailEventSchema, mailSenderSchema } from '../mail.types.ts'

export const campaignKinds = ['marketing', 'notice'] as const
export type CampaignKind = (typeof campaignKinds)[number]

/** The tabs of the list of campaigns, as `private.campaign_states` sorts its states into them. */
export const campaignTabs = ['draft', 'in_review', 'planned', 'under_way', 'sent', 'cancelled'] as const

const campaignCardSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(campaignKinds),
  category: z.string(),
  state: z.enum(campaignStatuses),
  stateAt: instant,
  version: z.int(),
  subject: z.string(),
  sendAt: instant.nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Says why the job paused or stopped it. */
  pausedReason: z.string().nullable(),
  updatedAt: instant,
  author: z.string().nullable(),
  isOwn: z.boolean(),
  event: z
    .object({ id: z.uuid(), slug: z.string(), title: z.string(), startsAt: instant, timeZone: z.string() })
    .nullable(),
})
export type CampaignCard = z.output<typeof campaignCardSchema>

/** Result of `list_campaigns`. */
export const campaignListSchema = z.object({
  campaigns: z.array(campaignCardSchema),
  counts: z.partialRecord(z.enum(campaignTabs), z.int()),
  next: z.uuid().nullable(),
  timeZone: z.string(),
  now: instant,
})
export type CampaignList = z.output<typeof campaignListSchema>

export const campaignProblems = [
  'subject_missing',
  'content_missing',
  'no_postal_address',
  'subject_b_missing',
  'event_over',
  'links_unchecked',
  'not_tested',
  'link_broken',
  'unknown_variable',
  'notice_offers',
  'hero_empty',
  'text_empty',
  'picture_missing',
  'picture_alt',
  'button_incomplete',
  'cards_missing',
  'card_gone',
] as const

const problemSchema = z.object({
  code: z.enum(campaignProblems),
  /** The id of the block that it is about. */
  at: z.string().optional(),
  value: z.string().nullable().optional(),
})
export type CampaignProblem = z.output<typeof problemSchema>

/** Result of `read_campaign`, null when there is none that the caller may read. */
export const campaignEditorSchema = campaignCardSchema
  .extend({
    subjectB: z.string(),
    preheader: z.string(),
    blocks: campaignBlocksSchema,
    /** Shares in hundredths of a percent. */
    testShareBps: z.int(),
    holdOutBps: z.int(),
    /** What keeps it from being submitted. */
    problems: z.array(problemSchema),
    /** How many people it would reach now. */
    reach: z.int(),
    mayManage: z.boolean(),
    mayReview: z.boolean(),
    reviewer: z.string().nullable(),
    categories: z.array(z.object({ category: z.string(), kind: z.enum(campaignKinds), label: z.string() })),
    variables: z.array(z.object({ name: z.string(), label: z.string() })),
    timeline: z.array(
      z.object({
        at: instant,
        from: z.enum(campaignStatuses).nullable(),
        to: z.enum(campaignStatuses),
        reason: z.string().nullable(),
        by: z.string().nullable(),
      }),
    ),
    timeZone: z.string(),
    now: instant,
  })
  .nullable()
export type CampaignEditor = NonNullable<z.output<typeof campaignEditorSchema>>

const eventCardSchema = mailEventSchema.extend({
  summary: z.string(),
  imageAlt: z.string().nullable(),
  state: z.string(),
  fromCents: z.int().nullable(),
})
export type CampaignEvent = z.output<typeof eventCardSchema>

const productCardSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  imagePath: z.string().nullable(),
  imageAlt: z.string().nullable(),
  state: z.enum(['not_yet', 'sold_out', 'on_sale']),
  fromCents: z.int(),
  toCents: z.int(),
})
export type CampaignProduct = z.output<typeof productCardSchema>

/** Result of `read_campaign_facts`: what the mails of a campaign are rendered from. */
export const campaignFactsSchema = z
  .object({
    id: z.uuid(),
    version: z.int(),
    kind: z.enum(campaignKinds),
    subject: z.string(),
    subjectB: z.string(),
    preheader: z.string(),
    blocks: campaignBlocksSchema,
    currency: z.string(),
    sender: mailSenderSchema,
    /** The event whose holders a notice goes to. */
    event: mailEventSchema.nullable(),
    events: z.array(eventCardSchema),
    products: z.array(productCardSchema),
  })
  .nullable()
export type CampaignFacts = NonNullable<z.output<typeof campaignFactsSchema>>

/**
 * A campaign rendered once, at its start. Its texts have marks where a recipient's name, links and way out go; `renderCampaign`
 * replaces them.
 */
export const campaignSnapshotSchema = z.object({
  version: z.int(),
  kind: z.enum(campaignKinds),
  subject: z.string(),
  /** The second subject that is tried; null for none. */
  subjectB: z.string().nullable(),
  html: z.string(),
  text: z.string(),
  /** The addresses that its links lead to, by their number in the marks. */
  links: z.array(z.string()),
  replyTo: z.string().nullable(),
})
export type CampaignSnapshot = z.output<typeof campaignSnapshotSchema>

/** Result of `find_campaign_cards`. */
export const cardChoicesSchema = z.array(
  z.object({
    id: z.uuid(),
    title: z.string(),
    imagePath: z.string().nullable(),
    startsAt: instant.nullable(),
    timeZone: z.string().nullable(),
  }),
)
export type CardChoice = z.output<typeof cardChoicesSchema>[number]

/** Result of `read_campaign_templates`. */
export const campaignTemplatesSchema = z.object({
  timeZone: z.string(),
  now: instant,
  templates: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      kind: z.enum(campaignKinds),
      version: z.int(),
      archivedAt: instant.nullable(),
      subject: z.string(),
      preheader: z.string(),
      blocks: campaignBlocksSchema,
      versions: z.array(
        z.object({
          version: z.int(),
          savedAt: instant,
          /** The version that it is a copy of. */
          restored: z.int().nullable(),
          by: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export type CampaignTemplates = z.output<typeof campaignTemplatesSchema>

/** Payload of a test in the outbox. */
export const campaignTestSchema = z.object({ subject: z.string(), html: z.string(), text: z.string() })

export const campaignMovedSchema = z.object({ state: z.enum(campaignStatuses), version: z.int() })
export const campaignSavedSchema = z.object({ version: z.int() })
