import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type Today, todaySchema } from './today.types.ts'

/** Reads the start page of staff; the database leaves out what the caller may not see. @throws for people who are not staff */
export function readToday(args: RequestArgs): Promise<Today> {
  return rpc(userClient(args), 'read_today', {}, todaySchema)
}
