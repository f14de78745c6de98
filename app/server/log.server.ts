import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { errorLogged, type LoggedError } from './operations.server.ts'

/** Places where a secret could reach a log line; pino writes [redacted] there. */
const secretKeys = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'token',
  'idToken',
  'access_token',
  'refresh_token',
  'apikey',
  'secret',
  'email',
  'phone',
]
const redacted = secretKeys.flatMap((key) => {
  const dot = key.startsWith('[') ? '' : '.'
  return [key, `*${dot}${key}`, `*.*${dot}${key}`]
})

/** Fields of an error in a log line. */
export type ErrorRecord = {
  type: string
  code?: string
  status?: string
  message: string
  details?: string
  hint?: string
  stack?: string
  cause?: ErrorRecord
}

/** pino's number of the level `error`. */
const errorLevel = 50
const longestText = 4000
const deepestCause = 4

/**
 * Makes the log record of whatever was thrown: an Error, the plain object by which the database and the APIs report a
 * failure, or something else.
 */
export function describeError(error: unknown, depth = 0): ErrorRecord {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: String(error) }
  const field = (name: string): Record<string, string> => {
    const value: unknown = Reflect.get(error, name)
    const isLogged = (typeof value === 'string' && value !== '') || typeof value === 'number'
    return isLogged ? { [name]: String(value).slice(0, longestText) } : {}
  }
  const cause: unknown = Reflect.get(error, 'cause')
  return {
    type: error.constructor?.name ?? 'Object',
    message: '',
    ...field('message'),
    ...field('code'),
    ...field('status'),
    ...field('details'),
    ...field('hint'),
    ...field('stack'),
    ...(cause == null || depth >= deepestCause ? {} : { cause: describeError(cause, depth + 1) }),
  }
}

/**
 * Makes a logger that writes one JSON object per line, without secrets.
 * @param level pino's level, such as info or silent
 * @param destination where lines go; standard output when left out
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: (error: unknown) => describeError(error) },
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, number: number) {
        if (number >= errorLevel && errorLogged.hasSubscribers) publishError(args)
        method.apply(this, args)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Publishes the error of a log line for error reports. */
function publishError([fields, message]: unknown[]): void {
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return
  const text = (name: string) => {
    const value: unknown = Reflect.get(fields, name)
    return typeof value === 'string' ? value : undefined
  }
  const logged: LoggedError = {
    error: fields.err,
    message: String(message ?? ''),
    path: text('path'),
    requestId: text('requestId'),
  }
  errorLogged.publish(logged)
}

/** The process's logger. Inside a request use `context.requestContext.log`, which names the request. */
export const log = createLog(process.env.LOG_LEVEL ?? 'info')
