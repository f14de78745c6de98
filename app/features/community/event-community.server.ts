import type { RequestArgs } from '#server/session.server.ts'
import { listFeed } from './community.reads.server.ts'
import { readCompany } from './company/company.reads.server.ts'
import { companyHtml } from './company/ui/company-html.server.tsx'
import { eventThreadHtml } from './ui/event-thread-html.server.tsx'

/** Reads what the community says of an event, as HTML for its page: who is going, for holders alone, and the latest of its thread. */
export async function eventCommunityHtml(args: RequestArgs, event: string): Promise<string> {
  const [company, thread] = await Promise.all([readCompany(args, event), listFeed(args, { event }, 3)])
  return companyHtml(company) + eventThreadHtml(thread)
}
