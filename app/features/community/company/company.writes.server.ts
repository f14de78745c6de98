import * as z from 'zod'
import type { Refusal } from '#core/result.ts'
import { rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'

/** Lets a member be seen as going to an event, or not any more. @returns null when it is done, else the refusal: `not_found` */
export async function showInCompany(
  args: RequestArgs,
  event: string,
  isShown: boolean,
): Promise<Refusal | null> {
  const id = z.uuid().safeParse(event).data
  if (!id) return { code: 'not_found', facts: {} }
  const shown = await rpcResult(
    userClient(args),
    'show_in_company',
    { p_event: id, p_shown: isShown },
    z.unknown(),
  )
  return shown.ok ? null : shown.refusal
}
