import { sitePages } from '#core/site-pages.ts'
import { type FetchSeam, fetchGuarded } from '#server/guarded-fetch.server.ts'
import { siteOfMails } from '../site-of-mails.server.ts'

/** How long one address may take to respond, in milliseconds. */
const longest = 8000
/** How many are tried at once. */
const atOnce = 6

/**
 * Tries the addresses that a campaign links to. Pages of the site are looked up by the first part of their path; others are fetched from
 * the public internet alone, and have to respond with success.
 * @returns those that do not work, and why
 */
export async function checkLinks(
  addresses: readonly string[],
  seam: FetchSeam = {},
): Promise<{ url: string; problem: string }[]> {
  const found: { url: string; problem: string }[] = []
  for (let from = 0; from < addresses.length; from += atOnce) {
    const tried = await Promise.all(
      addresses.slice(from, from + atOnce).map(async (url) => {
        const problem = await problemOf(url, seam)
        return problem ? [{ url, problem }] : []
      }),
    )
    found.push(...tried.flat())
  }
  return found
}

async function problemOf(address: string, seam: FetchSeam): Promise<string | null> {
  if (/^mailto:/i.test(address)) return null
  const { siteUrl } = siteOfMails()
  const url = new URL(address, siteUrl)
  if (url.origin === new URL(siteUrl).origin) return isSitePage(url.pathname) ? null : 'no page of this site'
  try {
    const headers = { 'user-agent': 'JouvayLinkCheck/1.0' }
    const status = await fetchGuarded(
      url,
      { seam, signal: AbortSignal.timeout(longest), timeout: longest, headers },
      async ({ statusCode, body }) => {
        body.destroy()
        return statusCode
      },
    )
    // A page that asks who is there exists.
    return status < 400 || status === 401 || status === 403 ? null : `responds with ${status}`
  } catch {
    return 'out of reach'
  }
}

function isSitePage(path: string): boolean {
  const [, first = ''] = path.split('/')
  return path === '/' || sitePages().some((page) => page.path.split('/')[1] === first)
}
