import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { postStatuses } from '#core/post-states.ts'

/** Why a post is reported. */
export const reportReasons = ['spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Why cases are opened. */
export const caseSources = [
  'reports',
  'first_post',
  'words',
  'domains',
  'resale',
  'edit',
  'repair',
  'staff',
] as const
export type CaseSource = (typeof caseSources)[number]

/** Steps of sanctions, with a decision or without a case: a warning, or days without posting. */
export const sanctionSteps = ['warn', 'mute_1', 'mute_7', 'mute_30'] as const
export type SanctionStep = (typeof sanctionSteps)[number]

/** Actions of the site about a word, a domain or a name. */
export const termActions = ['review', 'report', 'refuse'] as const
export const termKinds = ['word', 'domain', 'brand'] as const

const rule = z.object({ rule: z.string(), number: z.int(), title: z.string() })
export type HouseRule = z.output<typeof rule>
const whole = z.int().min(0)
const clock = { timeZone: z.string(), now: instant }

const caseState = z.enum(['open', 'claimed', 'upheld', 'rejected', 'ignored'])

const caseSchema = z.object({
  id: z.uuid(),
  state: caseState,
  round: whole,
  sources: z.array(z.enum(caseSources)),
  /** 2: nobody sees the post until somebody decides; 1: reported or suspicious; 0: to review. */
  priority: z.int().min(0).max(2),
  openedAt: instant,
  isComment: z.boolean(),
  excerpt: z.string(),
  postStatus: z.enum(postStatuses),
  /** Who wrote it, for the brand too; null once their account is deleted. */
  author: z.string().nullable(),
  authorId: z.uuid().nullable(),
  reports: whole,
  score: z.number(),
  claimedBy: z.string().nullable(),
  claimedUntil: instant.nullable(),
  isMine: z.boolean(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  version: whole,
})
export type ModerationCase = z.output<typeof caseSchema>

/** Result of `list_cases`. */
export const caseListSchema = z.object({
  cases: z.array(caseSchema),
  next: z.uuid().nullable(),
  counts: z.object({ open: whole, hidden: whole, mine: whole, appeals: whole, oldestAt: instant.nullable() }),
  total: listTotalSchema.nullable(),
  ...clock,
})
export type CaseList = z.output<typeof caseListSchema>

const reportCounts = z.object({ upheld: whole, rejected: whole, open: whole })
const appealState = z.enum(['open', 'granted', 'denied'])

const sanctionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['warn', 'mute']),
  rule: z.string(),
  reason: z.string(),
  startsAt: instant,
  endsAt: instant.nullable(),
  liftedAt: instant.nullable(),
  liftReason: z.string().nullable(),
  isActive: z.boolean(),
  /** Only moderators get it. */
  by: z.string().nullable(),
  appeal: z
    .object({
      state: appealState,
      at: instant,
      text: z.string(),
      reason: z.string().nullable(),
      decidedAt: instant.nullable(),
    })
    .nullable(),
  canAppeal: z.boolean(),
})
export type Sanction = z.output<typeof sanctionSchema>

const personSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string().nullable(),
  joinedAt: instant,
  isNew: z.boolean(),
  isStaff: z.boolean(),
  accountState: z.string(),
  mutedUntil: instant.nullable(),
  posts: whole,
  removed: whole,
  /** Outcomes of the reports that the person made. */
  reports: reportCounts,
  sanctions: z.array(sanctionSchema),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), by: z.string().nullable(), at: instant })),
  nextStep: z.enum(sanctionSteps),
})
export type PersonRecord = z.output<typeof personSchema>

const historySchema = z.array(
  z.object({
    id: z.int(),
    at: instant,
    action: z.string(),
    by: z.string().nullable(),
    caseId: z.uuid().nullable(),
    facts: z.record(z.string(), z.unknown()),
  }),
)
export type ModerationHistory = z.output<typeof historySchema>

const replySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  rule: z.string().nullable(),
  text: z.string(),
})
export type CannedReply = z.output<typeof replySchema>

/** Result of `read_case`. */
export const casePageSchema = caseSchema.extend({
  post: z.object({
    id: z.uuid(),
    /** The post that it belongs to, itself for a post. */
    rootId: z.uuid(),
    body: z.string(),
    createdAt: instant,
    editedAt: instant.nullable(),
    repairedAt: instant.nullable(),
    isOfficial: z.boolean(),
    edits: z.array(z.object({ body: z.string(), at: instant })),
    pictures: z.array(z.object({ name: z.string(), width: z.int(), height: z.int(), alt: z.string() })),
    event: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  }),
  /** True for who wrote or reported the post: another moderator decides. */
  isOwn: z.boolean(),
  /** The listed words and domains that its text has. */
  terms: z.array(z.string()),
  context: z.array(
    z.object({
      id: z.uuid(),
      author: z.string().nullable(),
      authorId: z.uuid().nullable(),
      body: z.string(),
      status: z.enum(postStatuses),
      createdAt: instant,
      isReply: z.boolean(),
      isSubject: z.boolean(),
    }),
  ),
  reportList: z.array(
    z.object({
      id: z.uuid(),
      reason: z.enum(reportReasons),
      note: z.string().nullable(),
      weight: z.number(),
      at: instant,
      reporter: z.string().nullable(),
      reporterId: z.uuid(),
      record: reportCounts,
    }),
  ),
  /** Record of who wrote it; null for a post of the brand whose author's account is deleted. */
  person: personSchema.nullable(),
  history: historySchema,
  rules: z.array(rule),
  replies: z.array(replySchema),
  rounds: z.array(
    z.object({
      id: z.uuid(),
      round: whole,
      state: caseState,
      decidedAt: instant.nullable(),
      rule: z.string().nullable(),
    }),
  ),
  open: whole,
  ...clock,
})
export type CasePage = z.output<typeof casePageSchema>

/** Result of `read_moderated_person`. */
export const moderatedPersonSchema = personSchema.extend({
  history: historySchema,
  rules: z.array(rule),
  cases: z.array(caseSchema),
  ...clock,
})
export type ModeratedPerson = z.output<typeof moderatedPersonSchema>

/** Result of `list_appeals`. */
export const appealListSchema = z.object({
  appeals: z.array(
    z.object({
      id: z.uuid(),
      state: appealState,
      text: z.string(),
      createdAt: instant,
      person: z.string().nullable(),
      personId: z.uuid(),
      /** The decision that is appealed: a warning, a mute, or a removed post. */
      kind: z.enum(['warn', 'mute', 'removed']),
      rule: z.string().nullable(),
      firstReason: z.string().nullable(),
      endsAt: instant.nullable(),
      caseId: z.uuid().nullable(),
      postBody: z.string().nullable(),
      firstBy: z.string().nullable(),
      isOwn: z.boolean(),
      decidedAt: instant.nullable(),
      decidedBy: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  ...clock,
})
export type AppealList = z.output<typeof appealListSchema>
export type Appeal = AppealList['appeals'][number]

/** Result of `read_moderation_setup`. */
export const moderationSetupSchema = z.object({
  rules: z.array(rule),
  /** The name of the brand, which no member's name may have. */
  brand: z.string(),
  terms: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(termKinds),
      term: z.string(),
      action: z.enum(termActions),
      by: z.string().nullable(),
    }),
  ),
  replies: z.array(replySchema),
})
export type ModerationSetup = z.output<typeof moderationSetupSchema>

/** Notice to an author about a post of theirs that others do not see (`private.post_notice`). */
export const postNoticeSchema = z.object({
  status: z.enum(postStatuses),
  /** True if it looks like tickets for sale and waits for a moderator. */
  isResale: z.boolean(),
  /** From when on its author may change it once so that it is shown again; null where they may not. */
  canRepairAt: instant.nullable(),
  rule: z.object({ number: z.int(), title: z.string() }).nullable(),
  reason: z.string().nullable(),
  caseId: z.uuid().nullable(),
  canAppeal: z.boolean(),
  appeal: appealState.nullable(),
})
export type PostNotice = z.output<typeof postNoticeSchema>

/** Result of `read_own_moderation`. */
export const ownModerationSchema = z.object({
  mutedUntil: instant.nullable(),
  sanctions: z.array(sanctionSchema),
  rules: z.array(rule),
  posts: z.array(
    postNoticeSchema.extend({
      id: z.uuid(),
      excerpt: z.string(),
      isComment: z.boolean(),
      createdAt: instant,
    }),
  ),
  ...clock,
})
export type OwnModeration = z.output<typeof ownModerationSchema>
