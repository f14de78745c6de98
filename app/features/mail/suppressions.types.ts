import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { listTotalSchema } from '#core/list-total.ts'

/** The tabs of the list of addresses that get no mail, as `list_suppressions` takes them. */
export const suppressionTabs = ['live', 'ended', 'all'] as const

/** Result of `list_suppressions`: a page of the addresses that get no mail, the latest first. */
export const suppressionListSchema = z.object({
  suppressions: z.array(
    z.object({
      id: z.uuid(),
      address: z.string(),
      /** `all`: the address is dead. `marketing`: order mail still goes to it. */
      scope: z.enum(['all', 'marketing']),
      reason: z.enum(['hard_bounce', 'soft_bounces', 'complaint', 'manual']),
      /** What the mail provider said. */
      note: z.string(),
      createdAt: instant,
      /** When it ends by itself; null = never. */
      endsAt: instant.nullable(),
      liftedAt: instant.nullable(),
      liftReason: z.string().nullable(),
      liftedBy: z.string().nullable(),
    }),
  ),
  /** The row to continue after, null on the last page. */
  next: z.uuid().nullable(),
  total: listTotalSchema.nullable(),
  timeZone: z.string(),
  now: instant,
})
export type SuppressionList = z.output<typeof suppressionListSchema>
export type Suppression = SuppressionList['suppressions'][number]
