/**
 * Headers of a page that visitors without a session may be shown from memory for a few seconds: what it says depends on
 * its address alone. Writes of staff empty that memory; stock that moves is judged again when tickets are held.
 */
export const visitorsPage = { 'X-Page-Cache': 'public, max-age=10, stale-while-revalidate=20' }

/**
 * Headers as `visitorsPage`, for a page that changes by itself at a moment, such as the drop of a product: it is not kept beyond it.
 * @param changesAt the next such moment (ISO 8601); null for none
 */
export function visitorsPageUntil(changesAt: string | null): { 'X-Page-Cache': string } {
  if (changesAt === null) return visitorsPage
  return { 'X-Page-Cache': `${visitorsPage['X-Page-Cache']}, until=${Date.parse(changesAt)}` }
}

/**
 * Headers as of a page that also shows what people wrote: a text that is taken away must not stay in memory. The process that took it
 * away drops its pages at once, every other one a second later.
 */
export const withPosts = (headers: { 'X-Page-Cache': string }): { 'X-Page-Cache': string } => ({
  'X-Page-Cache': `${headers['X-Page-Cache']}, shows=posts`,
})

/** Headers of a page of what people write, such as the feed: at most five seconds old, and never served past that. */
export const changingPage = withPosts({ 'X-Page-Cache': 'public, max-age=5, stale-while-revalidate=0' })

/** Headers as `visitorsPage`, for the page of a stream, which scripts keep current from then on: many come in the same minute. */
export const livePage = { 'X-Page-Cache': 'public, max-age=2, stale-while-revalidate=0' }
