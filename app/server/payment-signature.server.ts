import { createHmac, timingSafeEqual } from 'node:crypto'

/** The header that carries the test provider's signature of a report. */
export const signatureHeader = 'payment-signature'
/** Sets how far the timestamp of a payment event may be from our clock, in seconds. */
export const signatureTolerance = 300

/**
 * Signs a report as the provider does.
 * @param body the exact text that is sent
 * @param secret shared with the receiver
 * @param now Unix seconds
 * @returns the value of the signature header
 */
export function signPayload(body: string, secret: string, now: number): string {
  return `t=${now},v1=${digest(body, secret, now).toString('hex')}`
}

/**
 * Returns whether a report was signed with one of our secrets, lately.
 * @param body the exact text that arrived
 * @param signature value of the signature header
 * @param secrets the secrets that count; two while one replaces the other
 * @param now Unix seconds
 */
export function isSignedBy(body: string, signature: string, secrets: string[], now: number): boolean {
  if (signature.length > 1024) return false
  let time: number | null = null
  const given: Buffer[] = []
  for (const part of signature.split(',')) {
    const [name, value = ''] = part.trim().split('=', 2)
    if (name === 't' && /^\d{1,12}$/.test(value)) time = Number(value)
    if (name === 'v1' && /^[0-9a-f]{64}$/.test(value)) given.push(Buffer.from(value, 'hex'))
  }
  if (time === null || given.length === 0 || Math.abs(now - time) > signatureTolerance) return false
  const signedAt = time
  return secrets.some((secret) => {
    const expected = digest(body, secret, signedAt)
    return given.some((each) => timingSafeEqual(each, expected))
  })
}

function digest(body: string, secret: string, time: number): Buffer {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest()
}
