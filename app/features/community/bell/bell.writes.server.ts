import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'

/** Marks as read what the bell had told the caller, a member, by this instant. @returns how many it marked */
export async function markNotificationsRead(args: RequestArgs, until: string): Promise<number> {
  return await rpc(userClient(args), 'mark_notifications_read', { p_until: until }, z.int())
}
