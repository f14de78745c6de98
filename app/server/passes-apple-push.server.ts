import { type ClientHttp2Session, connect, constants } from 'node:http2'

/** Reasons with which Apple says that a device no longer takes pushes under a token. */
const goneReasons = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered'])
const timeoutMs = 10_000

export type PushSender = {
  /** `https://host`. */
  origin: string
  /** The pass type id. */
  topic: string
  /** Certificate of the pass type and its key, PEM, by which Apple knows the sender. */
  cert: string
  key: string
}

/**
 * Asks Apple to wake devices, which then fetch the passes that changed: one connection, an empty push for each token.
 * @returns the tokens that Apple no longer knows
 * @throws an Error when a push was refused for another reason or there was no response
 */
export async function wakeDevices(tokens: readonly string[], sender: PushSender): Promise<string[]> {
  if (tokens.length === 0) return []
  const { origin, cert, key } = sender
  const session = connect(origin, { cert, key })
  try {
    // Without a listener the error of a connection ends the process; each request fails with it anyway.
    session.on('error', () => undefined)
    session.setTimeout(timeoutMs, () => session.destroy(new Error('Apple did not respond')))
    const gone = await Promise.all(tokens.map((token) => wake(session, token, sender.topic)))
    return gone.flatMap((token) => token ?? [])
  } finally {
    session.close()
  }
}

/** Sends one push. @returns the token if it is no longer known */
function wake(session: ClientHttp2Session, token: string, topic: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const request = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
      'apns-topic': topic,
      'apns-push-type': 'background',
      'apns-priority': '5',
    })
    let status = 0
    let body = ''
    request.setEncoding('utf8')
    request.on('response', (headers) => {
      status = Number(headers[constants.HTTP2_HEADER_STATUS])
    })
    request.on('data', (chunk: string) => {
      body += chunk.slice(0, 1000)
    })
    request.on('error', reject)
    request.on('end', () => {
      const reason = /"reason"\s*:\s*"(\w+)"/.exec(body)?.[1] ?? ''
      if (status === 200) resolve(null)
      else if (status === 410 || goneReasons.has(reason)) resolve(token)
      else reject(new Error(`Apple refused a push: ${status} ${reason}`))
    })
    request.end('{}')
  })
}
