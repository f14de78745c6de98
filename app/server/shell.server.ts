import { type Actor, may } from '#core/roles.ts'
import { type Shell, shellSchema } from '#core/shell.ts'
import { isKnownLive } from './live-state.server.ts'
import { rpc } from './rpc.server.ts'
import { oncePerRequest, type RequestArgs } from './session.server.ts'
import { userClient } from './supabase.server.ts'

/** Reads the shell in one round trip, once per request. Guards of the same request take the caller from it. */
export function readShell(args: RequestArgs): Promise<Shell> {
  return oncePerRequest(args, 'shell', async () => {
    const shell = await rpc(userClient(args), 'read_shell', {}, shellSchema)
    showTimingToStaff(args, shell.me)
    return { ...shell, live: isKnownLive() }
  })
}

/** Lets the response of a request by staff say how long its parts took. */
export function showTimingToStaff(args: RequestArgs, actor: Actor | null): void {
  if (may(actor, 'be_staff')) args.context.requestContext.showTiming = true
}
