/** Reads and saves what the reader of a mail wants, by a link in it. */
import * as z from 'zod'
import { notificationTextVersion } from '#core/notification-types.ts'
import { hashNetwork } from '#server/consent-network.server.ts'
import { hashToken } from '#server/link-token.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import type { mailPreferencesFormSchema } from './preferences.schema.ts'
import { type MailPreferences, mailPreferencesSchema } from './preferences.types.ts'

/** Sets how long a pause lasts, in days. */
const pauseDays = 30

/** Reads what the reader of a mail gets, without using the link up. @returns null when it has ended */
export async function readMailPreferences(token: string): Promise<MailPreferences | null> {
  return await rpc(
    serviceClient(),
    'read_mail_preferences',
    { p_token_hash: hashToken(token) },
    mailPreferencesSchema,
  )
}

/**
 * Does what the page of email preferences was asked: saves the ticked types, ends all, or begins or ends a pause.
 * @returns false when the link has ended
 */
export async function saveMailPreferences(
  args: RequestArgs,
  { token, intent, email }: z.output<typeof mailPreferencesFormSchema>,
): Promise<boolean> {
  const p_token_hash = hashToken(token)
  if (intent === 'pause' || intent === 'resume') {
    const p_days = intent === 'pause' ? pauseDays : 0
    return await rpc(serviceClient(), 'pause_mail', { p_token_hash, p_days }, z.boolean())
  }
  const values = {
    p_token_hash,
    p_enabled: intent === 'end' ? [] : email,
    p_text_version: notificationTextVersion,
    p_address_hash: hashNetwork(args),
  }
  return await rpc(serviceClient(), 'save_mail_preferences', values, z.boolean())
}
