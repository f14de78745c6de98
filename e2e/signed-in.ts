import type { Browser } from 'playwright-core'
import { type ApiVisitor, registered } from './api-visitor.ts'
import { openPage } from './browser.ts'

type PageOptions = Parameters<typeof openPage>[1]

/** A page of somebody whose browser signed in elsewhere: `visitor`'s cookies are put into it. */
export async function openPageOf(browser: Browser, visitor: ApiVisitor, options: PageOptions = {}) {
  const page = await openPage(browser, options)
  await page
    .context()
    .addCookies(
      [...visitor.cookies].map(([name, value]) => ({ name, value, url: visitor.site, httpOnly: true })),
    )
  return page
}

/** A page of somebody new who is signed in. */
export async function openMemberPage(browser: Browser, site: string, options: PageOptions = {}) {
  const member = await registered(site)
  return { page: await openPageOf(browser, member.visitor, options), ...member }
}
