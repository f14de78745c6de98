import { type DestinationStream, type Logger, pino } from 'pino'

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
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The process's logger. Inside a request use `context.visit.log`, which names the request. */
export const log = createLog(process.env.LOG_LEVEL ?? 'info')
