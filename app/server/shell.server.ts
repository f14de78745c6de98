import { type Shell, shellSchema } from '#core/shell.ts'
import { rpc } from './rpc.server.ts'
import { oncePerRequest, type RequestArgs } from './session.server.ts'
import { userClient } from './supabase.server.ts'

/** Reads the shell in one round trip, once per request. Guards of the same request take the caller from it. */
export function readShell(args: RequestArgs): Promise<Shell> {
  return oncePerRequest(args, 'shell', () => rpc(userClient(args), 'read_shell', {}, shellSchema))
}
