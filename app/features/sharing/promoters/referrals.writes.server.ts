import * as z from 'zod'
import { promoterLinkOf } from '#core/promoter-clicks.ts'
import { readEnv } from '#server/env.server.ts'
import { promoterClicksOf } from '#server/promoter-clicks.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/**
 * Notes with the caller's hold whose link they opened last, before its order is placed: the database attributes the order when it is paid.
 * A failure is logged and stops no purchase.
 * @param hold the hold's id
 */
export async function noteReferral(args: RequestArgs, hold: string): Promise<void> {
  const clicks = promoterClicksOf(args.request)
  const identity = clicks.length > 0 ? await readIdentity(args) : null
  if (!identity) return
  const noted = {
    p_owner: identity.id,
    p_hold: hold,
    p_codes: clicks.map(({ code }) => code),
    p_clicked_at: clicks.map(({ at }) => new Date(at * 1000).toISOString()),
  }
  try {
    await rpc(serviceClient(), 'note_referral', noted, z.boolean())
  } catch (error) {
    args.context.requestContext.log.error({ err: error }, 'referral not noted')
  }
}

/**
 * Counts the promoter's link that a reported page was opened by, once per visit. The page's own address names it, in the report's Referer.
 * @param visit the id of the visit
 */
export async function countPromoterClick(args: RequestArgs, visit: string): Promise<void> {
  const { pathname, search } = URL.parse(args.request.headers.get('referer') ?? '') ?? {}
  const link = promoterLinkOf(`${pathname}${search}`)
  if (!link || !args.request.headers.get('referer')?.startsWith(`${readEnv().SITE_URL}/`)) return
  const click = {
    p_event: link.eventId,
    p_code: link.code,
    p_visit: visit,
    p_person: (await readIdentity(args))?.id ?? null,
  }
  await rpc(serviceClient(), 'record_click', click, z.boolean())
}
