import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'
import { fulfilmentStatuses } from '#core/states.ts'

/** The tabs of the list of returns, as `list_returns` takes them. */
export const returnTabs = ['requested', 'approved', 'received', 'done', 'all'] as const
export type ReturnTab = (typeof returnTabs)[number]

/** The steps that staff take a return on by, as `move_return` takes them. */
export const returnSteps = [
  'return_approved',
  'return_rejected',
  'return_received',
  'restocked',
  'written_off',
] as const
export type ReturnStep = (typeof returnSteps)[number]

const returnSchema = z.object({
  id: z.uuid(),
  /** Code of its order. */
  code: z.string(),
  buyer: z.string(),
  email: z.string(),
  currency: z.string(),
  isTest: z.boolean(),
  isDisputed: z.boolean(),
  status: z.enum(fulfilmentStatuses),
  name: z.string(),
  detail: z.string().nullable(),
  sku: z.string().nullable(),
  units: z.int(),
  /** Units of the line that were bought. */
  bought: z.int(),
  reason: z.string(),
  isFaulty: z.boolean(),
  hasPicture: z.boolean(),
  labelCents: z.int(),
  handedAt: instant.nullable(),
  createdAt: instant,
  decision: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  receivedAt: instant.nullable(),
  inspection: z.enum(['restocked', 'written_off']).nullable(),
  inspectedAt: instant.nullable(),
  /** Says what goes back, or went back, for it. */
  backCents: z.int().nullable(),
  refund: z.object({ id: z.uuid(), status: z.string() }).nullable(),
})
export type ReturnRow = z.output<typeof returnSchema>

/** Result of `list_returns`. */
export const returnListSchema = z.object({
  returns: z.array(returnSchema),
  next: z.uuid().nullable(),
  total: listTotalSchema,
  counts: z.object({ requested: z.int(), approved: z.int(), received: z.int() }),
  timeZone: z.string(),
  now: instant,
})
export type ReturnList = z.output<typeof returnListSchema>

/** Result of `read_return`. */
export const returnDetailSchema = returnSchema.extend({
  pictureName: z.string().nullable(),
  /** True if no password is asked for again before money moves. */
  isProven: z.boolean(),
  timeZone: z.string(),
  now: instant,
})
export type ReturnDetail = z.output<typeof returnDetailSchema>
