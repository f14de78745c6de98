import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import * as z from 'zod'
import { browserOf, deviceTypeOf } from '#core/device.ts'
import { ok, type Result, refused } from '#core/result.ts'
import { hasOptedOut, objectsToAnalytics, saveAnalyticsChoice } from '#server/analytics-choice.server.ts'
import { createBatchWriter, isRowFault } from '#server/batch-writer.server.ts'
import { readEnv } from '#server/env.server.ts'
import { createViewLimit, networkOf } from '#server/limits.server.ts'
import { readLimit, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { automationOf, type Source, sourceOf, storedPath } from './analytics.rules.ts'
import type { PageView } from './analytics.schema.ts'

/**
 * Counts what visitors look at. Views are stored in batches, and a request's response waits for its batch: what was reported as
 * counted is in the database, so neither a restart nor a killed process loses it.
 */

/** Lists what can be counted of an event or a product. */
export type ItemViewKind = 'event_view' | 'ticket_click' | 'product_view' | 'product_click'

/** One reported view, as `record_views` takes it. */
type ReportedView = {
  kind: 'page' | ItemViewKind
  session: string | null
  person: string | null
  identify: boolean
  visitor: string
  automation: 'program' | 'suspect' | null
  device: string
  browser: string
  path?: string
  source?: Source | null
  item?: string
}

const recordedSchema = z.array(z.object({ found: z.boolean(), chosen: z.boolean().nullable() }))
/** The result of a reported view: `found` is false for an item that visitors can't see; `chosen` is the person's setting. */
type RecordedView = z.output<typeof recordedSchema>[number]

const views = createBatchWriter<ReportedView, RecordedView>({
  name: 'views',
  write: (batch) => rpc(serviceClient(), 'record_views', { p_views: batch }, recordedSchema),
  isItemFault: isRowFault,
  size: 500,
  waitMs: 50,
  most: 5000,
})

/** Stores the views that wait in memory. Called when the process ends, after the last request. */
export const storeWaitingViews = (): Promise<void> => views.drain()

let viewLimit: Promise<ReturnType<typeof createViewLimit>> | undefined

/** One limit for all kinds of reports; what is over it is dropped, without an error. Its figures are read once for each process. */
function readViewLimit() {
  viewLimit ??= Promise.all([readLimit('view'), readLimit('view_day')])
    .then(([minute, day]) =>
      createViewLimit({
        accountPerMinute: minute.most ?? 0,
        networkPerMinute: minute.networkClosesAt ?? 0,
        networkPerDay: day.networkClosesAt ?? 0,
      }),
    )
    .catch((error) => {
      viewLimit = undefined
      throw error
    })
  return viewLimit
}

/** Stands for a visitor's network and browser. Never stored: the database hashes it with a key that is deleted every day. */
function visitorOf({ request, context }: RequestArgs): string {
  const parts = [networkOf(context.requestContext.address), request.headers.get('user-agent')]
  return createHmac('sha256', readEnv().LINK_SECRET).update(JSON.stringify(parts)).digest('base64url')
}

/** Reads the signs of a program from a request. @param claimed device and browser as the page says */
function automationOfRequest({ headers }: Request, claimed?: { deviceType: string; browser: string }) {
  const userAgent = headers.get('user-agent') ?? ''
  const hints = {
    userAgent,
    isProgram: isbot(userAgent),
    language: headers.get('accept-language'),
    brands: headers.get('sec-ch-ua'),
  }
  return automationOf(hints, claimed)
}

/**
 * Reports one view of a request.
 * @param view what was looked at
 * @param claimed device and browser as the page says; left out, they are read from the user agent
 * @returns what became of it; `limited` when the sender is over its limit, `busy` when too many views wait
 */
async function report(
  args: RequestArgs,
  view: Pick<ReportedView, 'kind' | 'session' | 'path' | 'source' | 'item'>,
  claimed?: { deviceType: string; browser: string },
): Promise<RecordedView | 'limited' | 'busy'> {
  const { headers } = args.request
  const userAgent = headers.get('user-agent') ?? ''
  const identity = await readIdentity(args)
  const counts = await readViewLimit()
  if (!(await counts(await visitorNetwork(args), identity?.id ?? null))) return 'limited'
  const recorded = views.add({
    ...view,
    person: identity?.id ?? null,
    identify: !objectsToAnalytics(args.request),
    visitor: visitorOf(args),
    automation: automationOfRequest(args.request, claimed),
    device: claimed?.deviceType ?? deviceTypeOf(userAgent),
    browser: claimed?.browser ?? browserOf(userAgent),
  })
  return recorded ?? 'busy'
}

/**
 * Counts a page view: for the person of the request's session if they allowed it, else without a person. What they chose in
 * their settings is written to this browser's cookie, so that it holds here before and after they sign in.
 * @returns whether it counts as that of a person: within the limit, and without a sign of a program
 * Refuses `busy` when too many views wait to be stored: this one was dropped.
 */
export async function recordPageView(
  args: RequestArgs,
  view: PageView,
): Promise<Result<{ isPerson: boolean }>> {
  const recorded = await report(
    args,
    {
      kind: 'page',
      session: view.sessionId,
      path: storedPath(view.path),
      source: sourceOf(view.path, view.referrer, readEnv().SITE_URL),
    },
    view,
  )
  if (recorded === 'busy') return refused('busy')
  if (recorded === 'limited') return ok({ isPerson: false })
  const { chosen } = recorded
  if (chosen !== null && chosen === hasOptedOut(args.request)) saveAnalyticsChoice(args, chosen)
  return ok({ isPerson: automationOfRequest(args.request, view) === null })
}

/**
 * Counts a look at or click on an event or product, once per session in 30 minutes.
 * @param id as it is in the address
 * @param sessionId the page's visit; left out, the visitor's hash of the day is used
 * Refuses `not_found` for what visitors can't see, `busy` when too many views wait to be stored.
 */
export async function recordItemView(
  args: RequestArgs,
  kind: ItemViewKind,
  id: string | undefined,
  sessionId: string | undefined,
): Promise<Result<null>> {
  const item = z.uuid().safeParse(id)
  if (!item.success) return refused('not_found')
  const recorded = await report(args, { kind, session: sessionId ?? null, item: item.data })
  if (recorded === 'busy') return refused('busy')
  if (recorded === 'limited' || recorded.found) return ok(null)
  return refused('not_found')
}
