/** Refusals of the storage service, with hosted's words: HTTP says 400, the body's `statusCode` says which. */
import postgres from 'postgres'

/** A request that the service refuses. */
export class StorageRefusal extends Error {
  readonly statusCode: string
  readonly error: string

  constructor(statusCode: string, error: string, message: string) {
    super(message)
    this.statusCode = statusCode
    this.error = error
  }
}

/** @throws StorageRefusal always. */
export function refuse(statusCode: string, error: string, message: string): never {
  throw new StorageRefusal(statusCode, error, message)
}

/** The answer for anything thrown; what nobody expected is logged. */
export function answerFailure(failure: unknown, place: string): Response {
  const refusal = asRefusal(failure)
  if (!refusal) {
    console.error(`[storage] ${place}:`, failure instanceof Error ? failure.message : failure)
    const body = { statusCode: '500', error: 'Internal', message: 'Internal Server Error' }
    return Response.json(body, { status: 500 })
  }
  const { statusCode, error, message } = refusal
  return Response.json(
    { statusCode, error, message },
    { status: 400, headers: { 'cache-control': 'no-store' } },
  )
}

function asRefusal(failure: unknown): StorageRefusal | null {
  if (failure instanceof StorageRefusal) return failure
  if (!(failure instanceof postgres.PostgresError)) return null
  if (failure.code === '42501') {
    return new StorageRefusal('403', 'Unauthorized', 'new row violates row-level security policy')
  }
  if (failure.code === '23505') return new StorageRefusal('409', 'Duplicate', 'The resource already exists')
  return null
}
