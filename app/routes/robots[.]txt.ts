import { readEnv } from '#server/env.server.ts'

const closed = ['/api/', '/admin', '/checkout', '/payment-success', '/my-tickets', '/profile', '/settings']

/** What search engines may read. The pages behind it are guarded by themselves; this only saves everybody time. */
export async function loader() {
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${readEnv().SITE_URL}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'X-Page-Cache': 'public, max-age=3600' },
  })
}
