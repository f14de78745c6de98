import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'

const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const

/** Why a place can't be claimed; the code of a refusal. */
export const compProblems = [
  'comp_event_cancelled',
  'comp_claimed',
  'comp_revoked',
  'comp_declined',
  'comp_expired',
] as const
export type CompProblem = (typeof compProblems)[number]

const compSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** Places: the invitee's and those of plus-ones. */
  quantity: z.int(),
  claimed: z.int(),
  arrived: z.int(),
  /** Claimed places whose guests stayed away; 0 until the event is over. */
  noShow: z.int(),
  typeName: z.string(),
  /** What one such ticket cost when it was issued. */
  faceCents: z.int(),
  reason: z.string(),
  issuer: z.string().nullable(),
  state: z.object({ label: z.string(), tone: z.enum(tones) }),
  deadlineAt: instant,
  createdAt: instant,
  event: z.object({ id: z.uuid(), title: z.string(), timeZone: z.string() }),
})
/** An invitation to free tickets, as the list shows it. */
export type Comp = z.output<typeof compSchema>

const reasonSchema = z.object({ reason: z.string(), label: z.string() })

/** Result of `list_comps`: a page of invitations, and what the filters offer. */
export const compListSchema = z.object({
  rows: z.array(compSchema),
  next: z.uuid().nullable(),
  total: listTotalSchema,
  event: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  issuers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  reasons: z.array(reasonSchema),
  timeZone: z.string(),
  currency: z.string(),
})
export type CompList = z.output<typeof compListSchema>

/** Result of `read_comp`: one invitation with its places, its history, and what the caller may do. */
export const compDetailSchema = compSchema
  .extend({
    note: z.string(),
    isTransferable: z.boolean(),
    approvedBy: z.string().nullable(),
    currency: z.string(),
    canSend: z.boolean(),
    canApprove: z.boolean(),
    /** True where it waits for another admin than the caller, who issued it. */
    awaitsOther: z.boolean(),
    canRevoke: z.boolean(),
    places: z.array(
      z.object({
        number: z.int(),
        name: z.string().nullable(),
        email: z.string().nullable(),
        orderCode: z.string().nullable(),
        arrivedAt: instant.nullable(),
        problem: z.enum(compProblems).nullable(),
      }),
    ),
    log: z.array(
      z.object({ at: instant, state: z.string(), reason: z.string().nullable(), by: z.string().nullable() }),
    ),
  })
  .nullable()
export type CompDetail = NonNullable<z.output<typeof compDetailSchema>>

/** Result of `read_comp_form`: what the forms that issue offer. */
export const compFormSchema = z.object({
  reasons: z.array(reasonSchema),
  /** Places of one event that the caller may give alone. */
  quota: z.int(),
  event: z
    .object({
      id: z.uuid(),
      title: z.string(),
      timeZone: z.string(),
      doorsAt: instant,
      /** False where nothing can be given any more. */
      isOpen: z.boolean(),
      deadlineAt: instant,
      /** Places that the caller has given. */
      given: z.int(),
      types: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          /** Places below the cap of the event; null for a type without a pool. */
          capLeft: z.int().nullable(),
        }),
      ),
    })
    .nullable(),
})
export type CompForm = z.output<typeof compFormSchema>

/** Result of `issue_comps` and `send_comp`. */
export const issuedCompsSchema = z.object({ issued: z.int(), waiting: z.int(), id: z.uuid() })

/** Result of `preview_comps`: what is wrong with the rows of a file, by their place in it, and who is invited twice. */
export const compPreviewSchema = z.object({
  places: z.int(),
  errors: z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })),
  duplicates: z.array(
    z.object({
      line: z.int(),
      email: z.string(),
      /** The earlier row with the same email; null where there is none. */
      firstLine: z.int().nullable(),
      isInvited: z.boolean(),
    }),
  ),
})
export type CompPreview = z.output<typeof compPreviewSchema>

/** Result of `read_comp_figures`: places per issuer and reason, quotas, and the cap of the event. */
export const compFiguresSchema = z.object({
  rows: z.array(
    z.object({
      issuerId: z.uuid().nullable(),
      issuer: z.string().nullable(),
      reason: z.string(),
      reasonLabel: z.string(),
      issued: z.int(),
      claimed: z.int(),
      arrived: z.int(),
      noShow: z.int(),
      faceCents: z.int(),
    }),
  ),
  quotas: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      places: z.int(),
      halvedFrom: z.int().nullable(),
      halvedAt: instant.nullable(),
      isOwn: z.boolean(),
    }),
  ),
  event: z.object({ id: z.uuid(), title: z.string(), percent: z.int() }).nullable(),
  currency: z.string(),
  timeZone: z.string(),
})
export type CompFigures = z.output<typeof compFiguresSchema>

/** Result of `read_comp_claim`: what the page of a claim link shows. */
export const compClaimSchema = z.object({
  problem: z.enum(compProblems).nullable(),
  /** 1 for the invitee, higher for a plus-one. */
  number: z.int(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  typeName: z.string(),
  quantity: z.int(),
  deadlineAt: instant,
  isTransferable: z.boolean(),
  invitee: z.string(),
  event: z.object({
    id: z.uuid(),
    title: z.string(),
    startsAt: instant,
    doorsAt: instant,
    timeZone: z.string(),
    city: z.string().nullable(),
    minAge: z.int().nullable(),
  }),
  guests: z.array(
    z.object({
      number: z.int(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      problem: z.enum(compProblems).nullable(),
    }),
  ),
})
export type CompClaim = z.output<typeof compClaimSchema>
