import * as z from 'zod'
import { capabilities } from '#core/capabilities.ts'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { mailStatuses } from '#core/mail-status.ts'
import { roles } from '#core/role-names.ts'
import { orderStatuses, ticketStatuses } from '#core/states.ts'

/** States of an account; `deleted` is what staff deleted and nobody has erased yet. */
export const accountStates = [
  'guest',
  'member',
  'suspended',
  'banned',
  'deletion_pending',
  'deleted',
  'merged',
] as const
export type AccountState = (typeof accountStates)[number]

const personSchema = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  displayName: z.string(),
  avatar: z.string().nullable(),
})

/** Fields that only admins get. */
const detailsSchema = z.object({
  email: z.string().nullable(),
  role: z.enum(roles),
  state: z.enum(accountStates),
  suspendedUntil: instant.nullable(),
  createdAt: instant,
  grants: z.array(
    z.object({
      capability: z.enum(capabilities),
      /** The event's title; null for every event. */
      event: z.string().nullable(),
      expiresAt: instant.nullable(),
    }),
  ),
})
export type PersonDetails = z.output<typeof detailsSchema>

/** Result of `list_people`: names and usernames, and for admins the rest. */
export const peopleSchema = z.object({
  people: z.array(z.union([personSchema.extend(detailsSchema.shape), personSchema])),
  /** The person after whom the next page begins. */
  next: z.uuid().nullable(),
  total: listTotalSchema,
  /** True where the caller gets the fields of admins. */
  isAdmin: z.boolean(),
  timeZone: z.string(),
})
export type People = z.output<typeof peopleSchema>
export type ListedPerson = People['people'][number]

const cents = z.int()

/** Makes the schema of the latest of many rows and their number. */
const latest = <Row extends z.ZodType>(row: Row) => z.object({ count: z.int(), latest: z.array(row) })

/** One of two accounts that are merged; null once it was erased. */
const sideSchema = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  displayName: z.string(),
  email: z.string().nullable(),
  createdAt: instant,
})

/** Result of `preview_merge`: what a merge would move, found out by making it and taking it back. */
export const mergePreviewSchema = z.object({
  from: sideSchema,
  into: sideSchema,
  /** Rows that move, by the column that names their person: `public.posts.author_id`. */
  moves: z.array(z.object({ place: z.string(), count: z.int() })),
  /** Codes of the orders that move. */
  orders: z.array(z.string()),
  tickets: z.array(z.object({ code: z.string(), event: z.string(), valid: z.boolean() })),
  /** Counts things that the other account has already. */
  stays: z.int(),
  isProven: z.boolean(),
  timeZone: z.string(),
  now: instant,
})
export type MergePreview = z.output<typeof mergePreviewSchema>

const postSchema = z.object({ id: z.uuid(), body: z.string(), createdAt: instant, hidden: z.boolean() })
/** A post as staff see it; moderators get no hidden ones. */
export type PersonPost = z.output<typeof postSchema>

/** Result of `list_person_posts`: what one person posted, the newest first. */
export const personPostsSchema = z.object({
  person: personSchema.omit({ avatar: true }),
  count: z.int(),
  posts: z.array(postSchema),
  /** The post that the next page begins with. */
  next: z.uuid().nullable(),
  /** The post that this page begins with; null for the newest. */
  from: z.uuid().nullable(),
  timeZone: z.string(),
  now: instant,
})
export type PersonPosts = z.output<typeof personPostsSchema>

/** One person as admins get them, with the latest rows of each kind. */
const accountSchema = z.object({
  email: z.string().nullable(),
  emailVerifiedAt: instant.nullable(),
  city: z.string(),
  bio: z.string(),
  role: z.enum(roles),
  state: z.enum(accountStates),
  suspendedUntil: instant.nullable(),
  /** When the account is erased; null unless its deletion was asked for. */
  deleteAt: instant.nullable(),
  createdAt: instant,
  isSelf: z.boolean(),
  /** True if no password is asked for again before something irreversible. */
  isProven: z.boolean(),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Issuers of the outside identities that sign in to it. */
  providers: z.array(z.string()),
  sessions: latest(z.object({ id: z.uuid(), startedAt: instant, seenAt: instant, userAgent: z.string() })),
  grants: z.array(
    z.object({
      id: z.uuid(),
      capability: z.enum(capabilities),
      /** Null for every event. */
      event: z.object({ id: z.uuid(), title: z.string() }).nullable(),
      expiresAt: instant.nullable(),
      revokedAt: instant.nullable(),
      isLive: z.boolean(),
      createdAt: instant,
      grantedBy: z.string().nullable(),
    }),
  ),
  orders: latest(
    z.object({
      code: z.string(),
      status: z.enum(orderStatuses),
      totalCents: cents,
      refundedCents: cents,
      currency: z.string(),
      email: z.string(),
      createdAt: instant,
      event: z.string().nullable(),
    }),
    /** Paid and not given back, over all orders that are no tests. */
  ).extend({ paidCents: cents, currency: z.string() }),
  tickets: latest(
    z.object({
      id: z.uuid(),
      code: z.string(),
      holder: z.string(),
      status: z.enum(ticketStatuses),
      isInside: z.boolean(),
      orderCode: z.string(),
      type: z.string(),
      event: z.object({ id: z.uuid(), title: z.string(), startsAt: instant, timeZone: z.string() }),
    }),
    /** `ahead` counts the valid ones of events that are not over. */
  ).extend({ valid: z.int(), ahead: z.int() }),
  /** Changes of the account's state, newest first. */
  sanctions: z.array(
    z.object({
      at: instant,
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
      until: instant.nullable(),
      actor: z.string().nullable(),
    }),
  ),
  /** Merges with other accounts, newest first. */
  merges: z.array(
    z.object({
      id: z.uuid(),
      /** True if this account was closed by it. */
      isClosed: z.boolean(),
      other: sideSchema.nullable(),
      mergedAt: instant,
      undoUntil: instant,
      undoneAt: instant.nullable(),
    }),
  ),
  mails: latest(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      status: z.enum(mailStatuses),
      recipient: z.string(),
      at: instant,
    }),
  ),
  notes: z.array(z.object({ id: z.uuid(), text: z.string(), at: instant, author: z.string().nullable() })),
  audit: z.array(
    z.object({
      id: z.int(),
      at: instant,
      action: z.string(),
      reason: z.string().nullable(),
      actor: z.string().nullable(),
      actorRole: z.string().nullable(),
    }),
  ),
})
export type Account = z.output<typeof accountSchema>

/** Result of `read_person`: one person for user management. */
export const personPageSchema = personSchema.extend({
  posts: latest(postSchema),
  /** Null for moderators. */
  details: accountSchema.nullable(),
  timeZone: z.string(),
  now: instant,
})
export type PersonPage = z.output<typeof personPageSchema>
