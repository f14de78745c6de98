import type { Logger } from 'pino'
import * as z from 'zod'
import { startTask, type Task } from '#server/background.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

const atOnce = 100

/** Opens accounts again whose suspension is over, each minute. */
export function startReinstatements(log: Logger): Task {
  return startTask({
    name: 'reinstatements',
    everyMs: 60_000,
    log,
    run: async () =>
      (await rpc(serviceClient(), 'end_due_suspensions', { p_limit: atOnce }, z.int())) === atOnce,
  })
}
