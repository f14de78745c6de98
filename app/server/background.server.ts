import type { Logger } from 'pino'
import { operate } from './operations.server.ts'

/** A task that runs beside the requests. */
export type Task = { stop(): Promise<void> }

/**
 * Runs something again and again, never twice at once. A failure is logged once until it has passed, and does not end
 * the task.
 * @param options.everyMs pause between two runs
 * @param options.run returns true when there is more to do at once
 */
export function startTask(options: {
  name: string
  everyMs: number
  log: Logger
  run: (stopping: AbortSignal) => Promise<boolean | undefined>
}): Task {
  const { name, everyMs, log, run } = options
  const stopping = new AbortController()
  let failing = false
  let wake = () => {}

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      let more = false
      try {
        more = (await operate('job', name, () => run(stopping.signal))) === true
        if (failing) log.info({ task: name }, 'task works again')
        failing = false
      } catch (error) {
        if (!failing) log.error({ task: name, err: error }, 'task failed')
        failing = true
      }
      if (!more && !stopping.signal.aborted) await pause(everyMs)
    }
  }

  const done = work()
  return {
    stop: async () => {
      stopping.abort()
      wake()
      await done
    },
  }
}
