/** Makes what Sentry's envelope endpoint takes, without personal data. Used by the server and, on demand, by the browser. */

/**
 * Reads a Sentry DSN.
 * @returns the endpoint that takes envelopes, or null when it is no DSN
 */
export function envelopeUrl(dsn: string): string | null {
  if (!URL.canParse(dsn)) return null
  const { protocol, host, username, pathname } = new URL(dsn)
  const [, prefix = '', project] = /^(.*)\/(\d+)$/.exec(pathname) ?? []
  if (!username || !project) return null
  return `${protocol}//${host}${prefix}/api/${project}/envelope/?sentry_key=${username}&sentry_version=7`
}

/** Removes email addresses, query strings, tokens, ids and long numbers from a text. */
export function scrub(text: string): string {
  return text
    .replace(/[^\s@"'<>(),:;=]+@[^\s@"'<>(),:;=]+\.[^\s@"'<>(),:;=]+/g, '[email]')
    .replace(/((?:https?:\/)?\/[^\s?"')]*)\?[^\s"')]*/g, '$1?[query]')
    .replace(/[\w-]{20,}(?:\.[\w-]+){2}|[\w-]{32,}/g, '[token]')
    .replace(/\+?\d[\d ()-]{7,}\d/g, '[number]')
    .slice(0, 2000)
}

const frame = /^\s*(?:at (?:(.+?) \()?|(.*?)@)((?:https?|file|node):[^\s)]+?|\/[^\s)]+?):(\d+):(\d+)\)?$/

/** Reads a stack as V8 and Firefox write it; the innermost call comes last. */
function framesOf(stack: string) {
  const frames = stack.split('\n').flatMap((line) => {
    const [, v8Name, firefoxName, file, row, column] = frame.exec(line) ?? []
    const name = v8Name ?? (firefoxName || '?')
    return file
      ? [{ function: name, filename: file.split('?')[0], lineno: Number(row), colno: Number(column) }]
      : []
  })
  return frames.slice(0, 50).reverse()
}

/** Holds what is reported with an error. */
export type ErrorFacts = {
  platform: 'node' | 'javascript'
  release?: string | null
  /** The operation that failed, as a short text of ours. */
  message?: string
  /** A path of the site; its query is removed. */
  path?: string
  requestId?: string
}

/**
 * Makes the envelope of an error.
 * @param error whatever was thrown
 * @returns the body to post
 */
export function errorEnvelope(error: unknown, facts: ErrorFacts): string {
  const id = crypto.randomUUID().replaceAll('-', '')
  const { platform, release, message, path, requestId } = facts
  const isObject = typeof error === 'object' && error !== null
  const text = isObject && 'message' in error ? String(error.message) : String(error)
  const stack = isObject && 'stack' in error ? String(error.stack) : ''
  const code = isObject && 'code' in error ? String(error.code) : undefined
  const event = {
    event_id: id,
    timestamp: Date.now() / 1000,
    level: 'error',
    platform,
    ...(release ? { release } : {}),
    ...(path ? { transaction: scrub(path.split(/[?#]/, 1)[0] ?? '') } : {}),
    tags: {
      ...(message ? { message } : {}),
      ...(code ? { code: scrub(code) } : {}),
      ...(requestId ? { requestId } : {}),
    },
    exception: {
      values: [
        {
          type: error instanceof Error ? error.name : isObject ? 'Object' : typeof error,
          value: scrub(text),
          stacktrace: { frames: framesOf(stack) },
        },
      ],
    },
  }
  return `${JSON.stringify({ event_id: id })}\n${JSON.stringify({ type: 'event' })}\n${JSON.stringify(event)}\n`
}
