/** Declares audiences: conditions over what people bought, attended, follow and agreed to, nested with all or any. */
import * as z from 'zod'

/** Kinds of conditions, as in `private.audience_kinds`. */
export const audienceKinds = [
  'bought',
  'attended',
  'missed',
  'spent',
  'city',
  'party_city',
  'follows',
  'follows_person',
  'alert',
  'consent',
  'got_campaign',
  'clicked_campaign',
  'bought_after',
] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Most levels of groups, conditions of a group, and conditions in all. */
export const mostAudienceLevels = 3
export const mostAudienceConditions = 30

const is = z.boolean()
const event = z.uuid()
const campaign = z.uuid()

/** One condition. `is` false asks for everybody to whom it does not apply. */
export const audienceConditionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bought'), is, event, type: z.uuid().nullish() }),
  z.object({ kind: z.literal('attended'), is, event }),
  z.object({ kind: z.literal('missed'), is, event }),
  z.object({
    kind: z.literal('spent'),
    is,
    cents: z.int().positive().max(100_000_000),
    days: z.int().min(1).max(3650).nullish(),
  }),
  z.object({ kind: z.literal('city'), is, city: z.string().min(1).max(80) }),
  z.object({ kind: z.literal('party_city'), is, city: z.string().min(1).max(80) }),
  z.object({ kind: z.literal('follows'), is, subject: z.uuid() }),
  z.object({ kind: z.literal('follows_person'), is, username: z.string().min(3).max(30) }),
  z.object({ kind: z.literal('alert'), is, event }),
  z.object({ kind: z.literal('consent'), is, category: z.string().regex(/^[a-z_]{3,30}$/) }),
  z.object({ kind: z.literal('got_campaign'), is, campaign }),
  z.object({ kind: z.literal('clicked_campaign'), is, campaign }),
  z.object({ kind: z.literal('bought_after'), is, campaign }),
])
export type AudienceCondition = z.output<typeof audienceConditionSchema>

/** An audience, or a group of conditions within one. One without conditions has everybody. */
export type Audience = { match: 'all' | 'any'; conditions: (AudienceCondition | Audience)[] }
export const audienceSchema: z.ZodType<Audience> = z.object({
  match: z.enum(['all', 'any']),
  get conditions() {
    return z.array(z.union([audienceConditionSchema, audienceSchema]))
  },
})
