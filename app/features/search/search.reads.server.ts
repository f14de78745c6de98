import * as z from 'zod'
import { instant } from '#core/columns.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { groupsOf, isAskable } from './search.rules.ts'
import { searchQuerySchema } from './search.schema.ts'
import type { SearchGroup, SearchOutcome } from './search.types.ts'

const foundSchema = z
  .object({
    events: z.array(
      z
        .object({
          id: z.uuid(),
          slug: z.string(),
          title: z.string(),
          starts_at: instant,
          ends_at: instant,
          time_zone: z.string(),
          venue_name: z.string(),
          city: z.string(),
          image_path: z.string().nullable(),
          status: z.string(),
          visibility: z.string(),
        })
        .transform(({ starts_at, ends_at, time_zone, venue_name, image_path, ...row }) => ({
          ...row,
          startsAt: starts_at,
          endsAt: ends_at,
          timeZone: time_zone,
          venueName: venue_name,
          imagePath: image_path,
        })),
    ),
    products: z.array(
      z
        .object({
          id: z.uuid(),
          slug: z.string(),
          name: z.string(),
          price_cents: z.int(),
          image_path: z.string().nullable(),
        })
        .transform(({ price_cents, image_path, ...row }) => ({
          ...row,
          priceCents: price_cents,
          imagePath: image_path,
        })),
    ),
    posts: z.array(
      z
        .object({
          id: z.uuid(),
          body: z.string(),
          created_at: instant,
          author: z.object({ name: z.string(), avatar: z.string().nullable() }),
        })
        .transform(({ created_at, ...row }) => ({ ...row, createdAt: created_at })),
    ),
    now: instant,
    time_zone: z.string(),
    currency: z.string(),
  })
  .transform(({ time_zone, ...found }) => ({ ...found, timeZone: time_zone }))

async function searchSite(args: RequestArgs, query: string, limit: number): Promise<SearchGroup[]> {
  const { data, error } = await userClient(args).rpc('search_site', { p_query: query, p_limit: limit })
  if (error) throw error
  return groupsOf(foundSchema.parse(data))
}

/**
 * Answers the question in a request's address (`q`), as the visitor and in one round trip; none for what is too short.
 * A breakdown takes search away and nothing else, so it is logged here and told as an outcome.
 * @param limit hits of each kind at most, 20 at most
 */
export async function readSearch(args: RequestArgs, limit: number): Promise<SearchOutcome> {
  const asked = new URL(args.request.url).searchParams.get('q') ?? ''
  const parsed = searchQuerySchema.safeParse(asked)
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? ''
    return { state: 'refused', query: asked.trim(), message }
  }
  const query = parsed.data
  if (!isAskable(query)) return { state: 'idle', query }
  try {
    return { state: 'found', query, groups: await searchSite(args, query, limit) }
  } catch (error) {
    args.context.requestContext.log.error({ err: error }, 'search not answered')
    return { state: 'failed', query }
  }
}
