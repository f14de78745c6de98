import type { LoaderFunctionArgs } from '@remix-run/node'
import { sitemapIndex } from '#core/sitemap.ts'
import { countSitemapPages } from '#features/events/public/public-events.reads.server.ts'
import { readEnv } from '#server/env.server.ts'
import { sitemapAnswer } from '#server/sitemap.server.ts'

/** Lists the parts of the sitemap for search engines. */
export async function loader(args: LoaderFunctionArgs) {
  const { SITE_URL } = readEnv()
  const pages = await countSitemapPages(args)
  return sitemapAnswer(
    sitemapIndex([
      `${SITE_URL}/sitemap-pages.xml`,
      ...Array.from({ length: pages }, (_, index) => `${SITE_URL}/sitemap-events.xml?page=${index + 1}`),
    ]),
  )
}
