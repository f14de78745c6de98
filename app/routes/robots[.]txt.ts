import * as paths from '#core/paths.ts'
import { sitePages } from '#core/site-pages.ts'
import { readEnv } from '#server/env.server.ts'

/** Tells search engines what not to read. The pages guard themselves; this saves requests. */
export async function loader() {
  const { mode, SITE_URL } = readEnv()
  if (mode === 'staging') return sendLines(['User-agent: *', 'Disallow: /'])
  return sendLines([
    'User-agent: *',
    ...sitePages()
      .filter(({ closed }) => closed)
      .map(({ path }) => `Disallow: ${path}`),
    '',
    `Sitemap: ${SITE_URL}${paths.sitemap()}`,
  ])
}

function sendLines(lines: string[]): Response {
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'X-Page-Cache': 'public, max-age=3600' },
  })
}
