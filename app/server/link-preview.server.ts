import { cleanLine } from '#core/plain-text.ts'
import { type FetchSeam, fetchGuarded, readUpTo } from './guarded-fetch.server.ts'

/** Fetches what a page says of itself, from an address that anybody may have typed. All of it has three seconds and reads 512 kB. */

export type LinkPreview = { title: string; description: string; site: string }

const longest = 3000
const mostBytes = 512 * 1024

/** Reads a page's HTML up to its limit. @returns null for another type or a failure */
async function fetchHtml(
  address: string,
  seam: FetchSeam,
  signal: AbortSignal,
): Promise<{ html: string; url: URL } | null> {
  const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': 'JouvayLinkPreview/1.0' }
  return await fetchGuarded(
    new URL(address),
    { seam, signal, timeout: longest, headers },
    async (response) => {
      const { body, url } = response
      const type = String(response.headers['content-type'] ?? '')
      if (response.statusCode !== 200 || !/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
        body.destroy()
        return null
      }
      const read = await readUpTo(body, mostBytes)
      return { html: read.subarray(0, mostBytes).toString('utf8'), url }
    },
  )
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Reads the characters that HTML writes by name or number. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ''
  })
}

/** Reads title, description and site of a page: Open Graph first, then what HTML itself has. The texts are shown as text. */
export function readPreview(html: string, host: string): LinkPreview | null {
  const head = html.slice(0, mostBytes)
  const metas = new Map<string, string>()
  for (const [tag] of head.matchAll(/<meta\b[^>]{0,2000}>/gi)) {
    const attributes = new Map<string, string>()
    for (const [, name = '', , double, single, bare] of tag.matchAll(
      /([a-z:-]{1,30})\s*=\s*("([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
    ))
      attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '')
    const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
    const content = attributes.get('content')
    if (name && content && !metas.has(name)) metas.set(name, content)
  }
  const line = (text: string | undefined, most: number) =>
    cleanLine(decodeEntities(text ?? '').replaceAll(/\s+/g, ' '), most)
  const title = line(metas.get('og:title') ?? /<title[^>]*>([^<]{1,1000})/i.exec(head)?.[1], 200)
  if (!title) return null
  return {
    title,
    description: line(metas.get('og:description') ?? metas.get('description'), 300),
    site: line(metas.get('og:site_name'), 100) || cleanLine(host, 100),
  }
}

/**
 * Fetches the preview of a link.
 * @param address as somebody typed it
 * @returns null where there is none: no web page, not public, too slow, or a page without a title
 */
export async function fetchLinkPreview(address: string, seam: FetchSeam = {}): Promise<LinkPreview | null> {
  if (!URL.canParse(address)) return null
  try {
    const found = await fetchHtml(address, seam, AbortSignal.timeout(longest))
    return found && readPreview(found.html, found.url.hostname.replace(/^www\./, ''))
  } catch {
    // Whatever fails here is the other site's, or an address that is refused: the link stands without a preview.
    return null
  }
}
