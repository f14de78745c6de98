import type { Logger } from 'pino'
import * as z from 'zod'
import type { Task } from '#server/background.server.ts'
import { type Operation, operationEnded } from '#server/operations.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'

/** Pause between two notes of a job that keeps failing, in milliseconds. */
const pauseMs = 60_000

/** Notes for staff which jobs fail, while the process runs: a failure at most once a minute, and the first run that works again. */
export function startJobReports(log: Logger): Task {
  /** When each job was last noted as failing, in milliseconds since 1970; null for one that works. */
  const noted = new Map<string, number | null>()
  const under = new Set<Promise<unknown>>()

  async function note(job: string, error: string | null): Promise<void> {
    try {
      await rpc(serviceClient(), 'note_job', { p_job: job, p_error: error }, z.unknown())
    } catch (failure) {
      // Most often the database is what fails, and then the log has it.
      log.warn({ job, err: failure }, 'job failure not noted')
      noted.delete(job)
    }
  }

  function follow(message: unknown): void {
    const { kind, name, error } = message as Operation
    if (kind !== 'job') return
    const last = noted.get(name)
    if (error === undefined ? last === null : last != null && Date.now() - last < pauseMs) return
    noted.set(name, error === undefined ? null : Date.now())
    const text = error === undefined ? null : error instanceof Error ? error.message : String(error)
    const work = note(name, text).finally(() => under.delete(work))
    under.add(work)
  }

  operationEnded.subscribe(follow)
  return {
    stop: async () => {
      operationEnded.unsubscribe(follow)
      await Promise.all(under)
    },
  }
}
