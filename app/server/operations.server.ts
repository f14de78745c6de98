import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

/**
 * Measures what the site does (a request, a loader, a database call, a job) and publishes it on channels of the process.
 * Metrics, traces and error reports subscribe when their setting is there; without a subscriber an operation costs a few
 * hundred nanoseconds. The site's build holds its own copy of this module, so the state it shares with the server stands on
 * channels and on one global.
 */

export type OperationKind = 'request' | 'loader' | 'action' | 'database' | 'job'

/** One operation. `ms`, `error` and what was counted are complete when its end is published. */
export type Operation = {
  kind: OperationKind
  /** Low in variety: a method and path pattern, a route's id, a database function, a job. */
  name: string
  parent: Operation | undefined
  /** Instant of the start, in milliseconds since 1970. */
  startedAt: number
  /** Duration in milliseconds. */
  ms: number
  error?: unknown
  /** Status of a response, where there is one. */
  status?: number
  /** Headers that subscribers add to a database call, such as the trace it belongs to. */
  headers: Record<string, string>
  /** Header `traceparent` of a request that a proxy of ours sent. */
  traceparent?: string
  /** Database calls made below this operation: how many, and their durations added up (calls in parallel count each). */
  database: { calls: number; ms: number }
}

export const operationStarted = channel('jouvay:operation:start')
export const operationEnded = channel('jouvay:operation:end')
/** Carries each error that is logged, as `LoggedError`. */
export const errorLogged = channel('jouvay:error')
export type LoggedError = { error: unknown; message: string; path?: string; requestId?: string }
/** Carries each change of a queue of batches (batch-writer.server.ts), as `BatchReport`. */
export const batchReported = channel('jouvay:batch')
export type BatchReport = {
  name: string
  outcome: 'queued' | 'stored' | 'dropped' | 'failed'
  /** How many items had that outcome. */
  count: number
  /** How many items wait now. */
  waiting: number
}

const key = Symbol.for('jouvay operations')
const globals: typeof globalThis & { [key]?: AsyncLocalStorage<Operation> } = globalThis
globals[key] ??= new AsyncLocalStorage<Operation>()
const current = globals[key]

/**
 * Runs something as an operation.
 * @param name low in variety, because metrics are kept by it
 * @param work gets the operation, to add its status or to read the headers for a call
 * @param traceparent the trace that the operation continues
 * @returns what `work` returns
 * @throws what `work` throws
 */
export async function operate<T>(
  kind: OperationKind,
  name: string,
  work: (operation: Operation) => Promise<T> | T,
  traceparent?: string,
): Promise<T> {
  const begun = performance.now()
  const operation: Operation = {
    kind,
    name,
    parent: current.getStore(),
    startedAt: performance.timeOrigin + begun,
    ms: 0,
    headers: {},
    traceparent,
    database: { calls: 0, ms: 0 },
  }
  if (operationStarted.hasSubscribers) operationStarted.publish(operation)
  try {
    return await current.run(operation, () => work(operation))
  } catch (error) {
    operation.error = error
    throw error
  } finally {
    operation.ms = performance.now() - begun
    if (kind === 'database') addToParents(operation)
    if (operationEnded.hasSubscribers) operationEnded.publish(operation)
  }
}

function addToParents(call: Operation): void {
  for (let above = call.parent; above; above = above.parent) {
    above.database.calls += 1
    above.database.ms += call.ms
  }
}
