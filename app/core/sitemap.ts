/** Writes sitemaps (https://www.sitemaps.org/protocol.html). Addresses hold nothing that XML would need escaped. */

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * Writes the list of a sitemap's parts.
 * @param urls their whole addresses
 */
export function sitemapIndex(urls: readonly string[]): string {
  const lines = urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>\n`).join('')
  return `${head}<sitemapindex xmlns="${namespace}">\n${lines}</sitemapindex>\n`
}

/**
 * Writes one part of a sitemap.
 * @param pages whole addresses, and the instant (ISO 8601) when each last changed, where that is known
 */
export function sitemapPage(pages: readonly { url: string; changedAt?: string }[]): string {
  const lines = pages.map(
    ({ url, changedAt }) =>
      `<url><loc>${url}</loc>${changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''}</url>\n`,
  )
  return `${head}<urlset xmlns="${namespace}">\n${lines.join('')}</urlset>\n`
}
