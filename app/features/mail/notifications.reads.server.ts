import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Notifications, notificationsReadSchema } from './mail.types.ts'

/** Reads which notifications the signed-in member gets. @throws for guests and visitors, who have none */
export async function readMyNotifications(args: RequestArgs): Promise<Notifications> {
  return await rpc(userClient(args), 'read_my_notifications', {}, notificationsReadSchema)
}
