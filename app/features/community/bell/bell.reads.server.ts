import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import { type BellPage, bellSchema } from './bell.types.ts'

/** Reads a page of what the bell told the caller, a member. @param from the notification to begin with, as the address carries it */
export async function readMyBell(args: RequestArgs, from: string | null): Promise<BellPage> {
  const first = z.uuid().safeParse(from).data ?? null
  return await rpc(userClient(args), 'read_my_bell', { p_from: first }, bellSchema)
}

/** Counts what the caller, a member, has not read, up to 100. */
export async function countMyNotifications(args: RequestArgs): Promise<number> {
  return await rpc(userClient(args), 'count_my_notifications', {}, z.int())
}
