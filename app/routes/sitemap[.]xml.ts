import type { LoaderFunctionArgs } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { sitemapIndex } from '#core/sitemap.ts'
import { listSitemapYears } from '#features/events/public/public-events.reads.server.ts'
import { readEnv } from '#server/env.server.ts'
import { sitemapResponse } from '#server/sitemap.server.ts'

/** Lists the parts of the sitemap for search engines. */
export async function loader(args: LoaderFunctionArgs) {
  const { SITE_URL } = readEnv()
  const years = await listSitemapYears(args)
  return sitemapResponse(
    sitemapIndex([
      SITE_URL + paths.sitemapPages(),
      SITE_URL + paths.sitemapProducts(),
      ...years.map((year) => SITE_URL + paths.sitemapEvents({ year })),
    ]),
  )
}
