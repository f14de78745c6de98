import type { Browser } from 'playwright-core'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { openPage } from './browser.ts'

type PageOptions = Parameters<typeof openPage>[1]

/** Opens a page signed in as `visitor`, by copying the cookies. */
export async function openPageOf(browser: Browser, visitor: ApiVisitor, options: PageOptions = {}) {
  const page = await openPage(browser, options)
  await page
    .context()
    .addCookies(
      [...visitor.cookies].map(([name, value]) => ({ name, value, url: visitor.site, httpOnly: true })),
    )
  return page
}

/** Opens a page signed in as a new person. */
export async function openMemberPage(browser: Browser, site: string, options: PageOptions = {}) {
  const member = await registered(site)
  return { page: await openPageOf(browser, member.visitor, options), ...member }
}
