import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import type { FailureQuery } from './failures.schema.ts'
import { type FailureList, failureListSchema } from './failures.types.ts'

/** Reads what failed and waits for an admin, the latest first. @throws for anybody else */
export function listFailures(args: RequestArgs, { show, after }: FailureQuery): Promise<FailureList> {
  const place = after?.indexOf(' ') ?? 0
  const page = after ? { p_after_at: after.slice(0, place), p_after_id: after.slice(place + 1) } : {}
  return rpc(
    userClient(args),
    'list_failures',
    { ...(show ? { p_kind: show } : {}), ...page },
    failureListSchema,
  )
}
