import { createHmac } from 'node:crypto'
import type { Actor } from '#core/roles.ts'
import { rememberAnalytics } from '#server/analytics-choice.server.ts'
import { readEnv } from '#server/env.server.ts'
import { networkOf } from '#server/limits.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import { type NotificationType, notificationTextVersion } from './notification-types.ts'
import type { PrivacyInput } from './settings.schema.ts'

/** What people want to be told, and what they show of themselves. */

const pauseDays = 30

/** The network somebody consents from, as the ledger keeps it: enough to compare, not enough to find anybody. */
function hashOfNetwork({ context }: RequestArgs): string {
  return createHmac('sha256', readEnv().LINK_SECRET)
    .update(`consent ${networkOf(context.requestContext.address)}`)
    .digest('base64url')
    .slice(0, 22)
}

/** Takes over what the person wants by email. Each change of a kind that needs consent goes into the ledger. */
export async function saveNotifications(
  args: RequestArgs,
  actor: Actor,
  wanted: NotificationType[],
): Promise<void> {
  const { error } = await serviceClient().rpc('save_notifications', {
    p_user: actor.id,
    p_wanted: wanted,
    p_text_version: notificationTextVersion,
    p_address_hash: hashOfNetwork(args),
  })
  if (error) throw error
}

/** Begins 30 days in which only what is required is sent, or ends them. */
export async function pauseNotifications(args: RequestArgs, isPaused: boolean): Promise<void> {
  const { error } = await userClient(args).rpc('pause_notifications', { p_days: isPaused ? pauseDays : 0 })
  if (error) throw error
}

/** Saves what the person shows of themselves, and tells this browser whether the figures may know them. */
export async function savePrivacy(args: RequestArgs, input: PrivacyInput): Promise<void> {
  const isAllowed = input.analyticsAllowed === 'on'
  const { error } = await userClient(args).rpc('save_privacy', {
    p_card_public: input.cardPublic === 'on',
    p_badges_public: input.badgesPublic === 'on',
    p_analytics_allowed: isAllowed,
  })
  if (error) throw error
  rememberAnalytics(args, isAllowed)
}
