import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import { sitemapPage } from '#core/sitemap.ts'
import { eventPath } from '#features/events/events.rules.ts'
import { listSitemapEvents } from '#features/events/public/public-events.reads.server.ts'
import { readEnv } from '#server/env.server.ts'
import { sitemapAnswer } from '#server/sitemap.server.ts'

export const handle = { pageParams: ['page'] }

/** A thousand public events, for search engines. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const page = z.coerce.number().int().min(1).max(50_000).catch(1).parse(query.get('page'))
  const events = await listSitemapEvents(args, page)
  const { SITE_URL } = readEnv()
  return sitemapAnswer(
    sitemapPage(events.map((event) => ({ url: SITE_URL + eventPath(event), changedAt: event.updatedAt }))),
  )
}
