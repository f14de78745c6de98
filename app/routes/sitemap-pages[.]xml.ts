import { sitePages } from '#core/site-pages.ts'
import { sitemapPage } from '#core/sitemap.ts'
import { readEnv } from '#server/env.server.ts'
import { sitemapResponse } from '#server/sitemap.server.ts'

/** Lists the static public pages for search engines. */
export function loader() {
  const { SITE_URL } = readEnv()
  return sitemapResponse(
    sitemapPage(
      sitePages()
        .filter(({ listed }) => listed)
        .map(({ path }) => ({ url: SITE_URL + path })),
    ),
  )
}
