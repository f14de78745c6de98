import * as z from 'zod'
import { instant } from '#core/columns.ts'
import { type NotificationType, notificationTextVersion } from '#core/notification-types.ts'
import type { Actor } from '#core/roles.ts'
import { hashNetwork } from '#server/consent-network.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'

/** Sets how long a pause lasts, in days. */
const pauseDays = 30

/**
 * Saves which types a person wants by email. Each change of a type that needs consent adds a line to the ledger of consents.
 * @param form.email the types to send; every other type that may be declined is declined
 * @param form.timeZone IANA zone of the browser, by which the hours of marketing mail are counted; empty where it is not known
 * @returns whether the person was sent a link first, because the address of the account is not confirmed
 */
export async function saveNotifications(
  args: RequestArgs,
  actor: Actor,
  { email: enabled, timeZone }: { email: NotificationType[]; timeZone: string },
): Promise<boolean> {
  if (timeZone)
    await rpc(serviceClient(), 'note_time_zone', { p_user: actor.id, p_time_zone: timeZone }, z.unknown())
  const values = {
    p_user: actor.id,
    p_enabled: enabled,
    p_text_version: notificationTextVersion,
    p_address_hash: hashNetwork(args),
  }
  return await rpc(serviceClient(), 'save_notifications', values, z.boolean())
}

/**
 * Starts 30 days in which only required mail is sent, or ends them.
 * @param isPaused true to start, false to end
 */
export async function pauseNotifications(args: RequestArgs, isPaused: boolean): Promise<void> {
  await rpc(userClient(args), 'pause_notifications', { p_days: isPaused ? pauseDays : 0 }, instant.nullable())
}
