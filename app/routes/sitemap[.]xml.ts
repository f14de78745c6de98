import type { LoaderFunctionArgs } from '@remix-run/node'
import { listSitemapEvents } from '#features/events/events.reads.server.ts'
import { eventPath } from '#features/events/events.rules.ts'
import { readEnv } from '#server/env.server.ts'

const pages = ['/', '/events', '/shop', '/live', '/community']

/** The public pages, for search engines. Paths hold only letters, digits and hyphens, so nothing needs escaping. */
export async function loader(args: LoaderFunctionArgs) {
  const { SITE_URL } = readEnv()
  const events = await listSitemapEvents(args)
  const urls = [
    ...pages.map((path) => `<url><loc>${SITE_URL}${path}</loc></url>`),
    ...events.map(
      (event) =>
        `<url><loc>${SITE_URL}${eventPath(event)}</loc><lastmod>${event.updatedAt.slice(0, 10)}</lastmod></url>`,
    ),
  ]
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    {
      headers: {
        'content-type': 'application/xml; charset=utf-8',
        'X-Page-Cache': 'public, max-age=300, stale-while-revalidate=300',
      },
    },
  )
}
