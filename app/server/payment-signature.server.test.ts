import { describe, expect, it } from 'vitest'
import { isSignedBy, signatureTolerance, signPayload } from './payment-signature.server.ts'

const secret = 's'.repeat(32)
const body = '{"id":"evt_1"}'
const now = 1_800_000_000
const signature = signPayload(body, secret, now)

describe('the signature of a report', () => {
  it('is accepted as it was made', () => {
    expect(isSignedBy(body, signature, [secret], now)).toBe(true)
  })

  it('is accepted while one secret replaces another', () => {
    expect(isSignedBy(body, signature, ['n'.repeat(32), secret], now)).toBe(true)
    expect(isSignedBy(body, `${signature},v1=${'0'.repeat(64)}`, [secret], now)).toBe(true)
  })

  it.each([
    ['another body', `${body} `, signature, now],
    ['another time in the header', body, signature.replace(String(now), String(now + 1)), now],
    ['no time', body, signature.replace(/t=\d+,/, ''), now],
    ['no digest', body, `t=${now}`, now],
    ['a digest of another length', body, `t=${now},v1=abcd`, now],
    ['an older scheme', body, signature.replace('v1', 'v0'), now],
    ['nothing', body, '', now],
    ['too old a time', body, signature, now + signatureTolerance + 1],
    ['a time to come', body, signature, now - signatureTolerance - 1],
  ])('is refused with %s', (_, text, header, at) => {
    expect(isSignedBy(text, header, [secret], at)).toBe(false)
  })

  it('is refused with another secret, and when there is none', () => {
    expect(isSignedBy(body, signature, ['x'.repeat(32)], now)).toBe(false)
    expect(isSignedBy(body, signature, [], now)).toBe(false)
  })
})
