import { rememberAnalytics } from '#server/analytics-choice.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { PrivacyInput } from './settings.schema.ts'

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
