import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Settings, settingsSchema } from './settings.types.ts'

/** Reads the member's own address, sessions, pending changes and privacy. @throws for guests and visitors */
export function readMySettings(args: RequestArgs): Promise<Settings> {
  return rpc(userClient(args), 'read_my_settings', {}, settingsSchema)
}
