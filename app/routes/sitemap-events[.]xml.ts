import type { LoaderFunctionArgs } from '@remix-run/node'
import * as z from 'zod'
import { sitemapPage } from '#core/sitemap.ts'
import { eventPath } from '#features/events/events.rules.ts'
import { listSitemapEvents } from '#features/events/public/public-events.reads.server.ts'
import { readEnv } from '#server/env.server.ts'
import { sitemapResponse } from '#server/sitemap.server.ts'

export const handle = { pageParams: ['year'] }

/** Lists the public events of one year for search engines; this year's when the address names none. */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams
  const thisYear = new Date().getUTCFullYear()
  const year = z.coerce.number().int().min(1970).max(9999).catch(thisYear).parse(query.get('year'))
  const events = await listSitemapEvents(args, year)
  const { SITE_URL } = readEnv()
  return sitemapResponse(
    sitemapPage(events.map((event) => ({ url: SITE_URL + eventPath(event), changedAt: event.updatedAt }))),
  )
}
