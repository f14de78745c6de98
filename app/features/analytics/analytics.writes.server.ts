import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import * as z from 'zod'
import { ok, type Result, refused } from '#core/result.ts'
import { hasOptedOut, objectsToAnalytics, saveAnalyticsChoice } from '#server/analytics-choice.server.ts'
import { readEnv } from '#server/env.server.ts'
import { createViewLimit, networkOf } from '#server/limits.server.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { referrerHost, storedPath } from './analytics.rules.ts'
import type { PageView } from './analytics.schema.ts'

/** Counting what visitors look at: one round trip each, and nothing for programs that call themselves such. */

/** Lists what can be counted of an event or a product. */
export type ItemViewKind = 'event_view' | 'ticket_click' | 'product_view' | 'product_click'

/** One limit for all kinds of reports; what is over it is dropped, without an error. */
const viewCounts = createViewLimit()

/** A visitor's hash for today: the same network and browser have the same one until midnight UTC, then another. */
function dailyVisitorHash({ request, context }: RequestArgs): string {
  const parts = [
    new Date().toISOString().slice(0, 10),
    networkOf(context.requestContext.address),
    request.headers.get('user-agent'),
  ]
  return createHmac('sha256', readEnv().LINK_SECRET)
    .update(JSON.stringify(parts))
    .digest('base64url')
    .slice(0, 22)
}

function isProgram({ request }: RequestArgs): boolean {
  return isbot(request.headers.get('user-agent'))
}

/**
 * Counts a page view for the person of the request's session, or without a person where they declined. What they chose in
 * their settings is written to this browser's cookie, so that it holds here before and after they sign in.
 */
export async function recordPageView(args: RequestArgs, view: PageView): Promise<void> {
  if (isProgram(args)) return
  const identity = await readIdentity(args)
  if (!(await viewCounts(args.context.requestContext.address, identity?.id ?? null))) return
  const chosen = await rpc(
    serviceClient(),
    'record_page_view',
    {
      p_user: identity?.id ?? null,
      p_session: view.sessionId,
      p_path: storedPath(view.path),
      p_device: view.deviceType,
      p_browser: view.browser,
      p_referrer: referrerHost(view.referrer, readEnv().SITE_URL),
      p_visitor: dailyVisitorHash(args),
      p_may_identify: !objectsToAnalytics(args.request),
    },
    z.boolean().nullable(),
  )
  if (chosen !== null && chosen === hasOptedOut(args.request)) saveAnalyticsChoice(args, chosen)
}

/**
 * Counts a look at or click on an event or product, once per session in 30 minutes.
 * @param id as it is in the address
 * @param sessionId the page's visit; left out, the visitor's daily hash is used
 * Refuses `not_found` for what visitors can't see.
 */
export async function recordItemView(
  args: RequestArgs,
  kind: ItemViewKind,
  id: string | undefined,
  sessionId: string | undefined,
): Promise<Result<null>> {
  const item = z.uuid().safeParse(id)
  if (!item.success) return refused('not_found')
  if (isProgram(args)) return ok(null)
  const identity = await readIdentity(args)
  if (!(await viewCounts(args.context.requestContext.address, identity?.id ?? null))) return ok(null)
  const recorded = await rpcResult(
    serviceClient(),
    'record_item_view',
    {
      p_kind: kind,
      p_item: item.data,
      p_session: sessionId ?? dailyVisitorHash(args),
      p_user: identity?.id ?? null,
      p_may_identify: !objectsToAnalytics(args.request),
    },
    z.unknown(),
  )
  return recorded.ok ? ok(null) : recorded
}
