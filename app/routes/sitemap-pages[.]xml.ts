import { sitemapPage } from '#core/sitemap.ts'
import { readEnv } from '#server/env.server.ts'
import { sitemapAnswer } from '#server/sitemap.server.ts'

const pages = ['/', '/events', '/shop', '/live', '/community', '/help', '/refunds', '/terms', '/privacy']

/** The public pages that are always there, for search engines. */
export function loader() {
  const { SITE_URL } = readEnv()
  return sitemapAnswer(sitemapPage(pages.map((path) => ({ url: SITE_URL + path }))))
}
