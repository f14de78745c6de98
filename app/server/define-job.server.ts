import type { Logger } from 'pino'
import * as z from 'zod'

/** A job as its handler gets it. */
export type JobRun<Payload = unknown> = {
  /** Names what the job is about, such as the id of a row; empty for a cron entry. */
  key: string
  payload: Payload
  /** Tells how often it was claimed, this time included. */
  attempts: number
  log: Logger
  /**
   * Aborts when the process stops, and with a `LeaseLostError` when another worker may have the job: a handler that works in batches ends
   * after the one that runs.
   */
  stopping: AbortSignal
}

/** Result of a run that worked: nothing, or after how many seconds it runs again (0 = at once, there is more to do). */
export type JobResult = { againSeconds: number } | undefined

/** Defines a kind of job for the worker, besides its row in `private.job_kinds`. */
export type JobDefinition = {
  kind: string
  /** Sets how many jobs of the kind one process runs at a time. */
  atOnce: number
  /** Tells whether this process can run the kind; the jobs wait for one that can. */
  isOn(): boolean
  /**
   * Parses the payload and runs the handler.
   * @throws PayloadError for a payload that the schema refuses, or what the handler throws: the run failed
   */
  run(job: JobRun): Promise<JobResult>
}

/** A payload that does not fit the schema of its kind: no further attempt helps. */
export class PayloadError extends Error {
  override name = 'PayloadError'
}

/**
 * Defines a kind of job. The handler may run again for the same job, when its process ended before it could report or lost its lease: it has
 * to be harmless then.
 * @param definition.payload schema of the payload; a job without one has an empty payload
 */
export function defineJob<Schema extends z.ZodType = z.ZodObject<Record<never, never>>>({
  kind,
  payload,
  atOnce = 1,
  isOn = () => true,
  run,
}: {
  kind: string
  payload?: Schema
  atOnce?: number
  isOn?: () => boolean
  run(job: JobRun<z.output<Schema>>): Promise<JobResult>
}): JobDefinition {
  const schema: z.ZodType = payload ?? z.strictObject({})
  return {
    kind,
    atOnce,
    isOn,
    run: (job) => {
      const parsed = schema.safeParse(job.payload)
      if (!parsed.success) throw new PayloadError(`payload of ${kind}: ${z.prettifyError(parsed.error)}`)
      return run({ ...job, payload: parsed.data as z.output<Schema> })
    },
  }
}
