/** Refuses requests of the storage service with hosted's words: HTTP says 400, the body's `statusCode` says which. */
import postgres from 'postgres'
import { isConnectionLoss } from './session-pool.ts'

/** Lists what hosted Supabase sends for each error: the body's `statusCode` and `error`. */
const kinds = {
  NoSuchBucket: ['404', 'Bucket not found'],
  NoSuchKey: ['404', 'not_found'],
  NotFound: ['404', 'Not Found'],
  InvalidRequest: ['400', 'InvalidRequest'],
  InvalidKey: ['400', 'InvalidKey'],
  InvalidJWT: ['400', 'InvalidJWT'],
  InvalidSignature: ['400', 'InvalidSignature'],
  AccessDenied: ['403', 'Unauthorized'],
  KeyAlreadyExists: ['409', 'Duplicate'],
  EntityTooLarge: ['413', 'Payload too large'],
  InvalidMimeType: ['415', 'invalid_mime_type'],
} as const
export type RefusalCode = keyof typeof kinds

/** Represents a request that the service refuses. */
class StorageRefusal extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** @throws StorageRefusal always. */
export function refuse(code: RefusalCode, message: string): never {
  throw new StorageRefusal(code, message)
}

/** Makes the response for anything thrown; an unexpected error is logged. */
export function failureResponse(failure: unknown, place: string): Response {
  const refusal = asRefusal(failure)
  if (!refusal && isConnectionLoss(failure)) {
    const body = {
      statusCode: '503',
      error: 'DatabaseError',
      message: 'The database is not available at the moment',
    }
    return Response.json(body, { status: 503 })
  }
  if (!refusal) {
    console.error(`[storage] ${place}:`, failure instanceof Error ? failure.message : failure)
    const body = { statusCode: '500', error: 'Internal', message: 'Internal Server Error' }
    return Response.json(body, { status: 500 })
  }
  const { code, message } = refusal
  const [statusCode, error] = kinds[code]
  const headers = { 'cache-control': 'no-store' }
  return Response.json({ statusCode, error, message, code }, { status: 400, headers })
}

function asRefusal(failure: unknown): StorageRefusal | null {
  if (failure instanceof StorageRefusal) return failure
  if (!(failure instanceof postgres.PostgresError)) return null
  if (failure.code === '42501') {
    return new StorageRefusal('AccessDenied', 'new row violates row-level security policy')
  }
  if (failure.code === '23505') return new StorageRefusal('KeyAlreadyExists', 'The resource already exists')
  return null
}
