import { randomBytes, randomUUID } from 'node:crypto'
import { CompactSign, compactVerify, generateKeyPair, importJWK } from 'jose'
import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { createTicketSigner } from './ticket-signing.server.ts'

const signer = createTicketSigner(randomBytes(32).toString('base64url'))
const credential = {
  ticketId: randomUUID(),
  generation: 1,
  eventId: randomUUID(),
  typeId: randomUUID(),
}

function parts(code: string): [string, string, string] {
  const [header = '', payload = '', signature = ''] = code.split('.')
  return [header, payload, signature]
}

describe('a ticket code', () => {
  it('says what was signed', async () => {
    const code = await signer.sign(credential)
    expect(await signer.verify(code)).toEqual({ ok: true, credential })
  })

  it('is small enough for a phone held at arm’s length', async () => {
    expect(encode(await signer.sign(credential), { ecc: 'M', border: 0 }).size).toBeLessThanOrEqual(69)
  })

  it('is refused when one character of it changes', async () => {
    const code = await signer.sign(credential)
    const [header, payload, signature] = parts(code)
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const raised = Buffer.from(JSON.stringify({ ...claims, g: 2 })).toString('base64url')
    expect(await signer.verify(`${header}.${raised}.${signature}`)).toEqual({
      ok: false,
      reason: 'bad_signature',
    })
    const bent = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    expect(await signer.verify(bent)).toEqual({ ok: false, reason: 'bad_signature' })
  })

  it('is refused when it was signed with another secret', async () => {
    const stranger = createTicketSigner(randomBytes(32).toString('base64url'))
    expect(await signer.verify(await stranger.sign(credential))).toEqual({
      ok: false,
      reason: 'bad_signature',
    })
  })

  it('is refused when the key of another event signed it', async () => {
    const other = { ...credential, eventId: randomUUID() }
    const [otherHeader] = parts(await signer.sign(other))
    const [, payload, signature] = parts(await signer.sign(credential))
    expect(await signer.verify(`${otherHeader}.${payload}.${signature}`)).toEqual({
      ok: false,
      reason: 'bad_signature',
    })
  })

  it.each([
    ['without a signature', { alg: 'none', kid: 'x'.repeat(22) }],
    ['with a shared secret', { alg: 'HS256', kid: 'x'.repeat(22) }],
    ['with a key it brings along', { alg: 'Ed25519', kid: 'x'.repeat(22), jwk: { kty: 'OKP' } }],
    ['with a key named by nobody', { alg: 'Ed25519', kid: '../../etc' }],
  ])('is refused %s', async (_, header) => {
    const [, payload] = parts(await signer.sign(credential))
    const forged = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.AAAA`
    expect(await signer.verify(forged)).toEqual({ ok: false, reason: 'bad_signature' })
  })

  it('is refused when a forger signs it with a key of his own', async () => {
    const { privateKey } = await generateKeyPair('Ed25519')
    const [, payload] = parts(await signer.sign(credential))
    const kid = JSON.parse(Buffer.from(payload, 'base64url').toString()).e
    const forged = await new CompactSign(Buffer.from(payload, 'base64url'))
      .setProtectedHeader({ alg: 'Ed25519', kid })
      .sign(privateKey)
    expect(await signer.verify(forged)).toEqual({ ok: false, reason: 'bad_signature' })
  })

  it.each([
    '',
    'https://example.com/ticket',
    'a.b.c',
    '1234-5678',
    'x'.repeat(5000),
  ])('is unknown when it is some other text: %#', async (text) => {
    expect(await signer.verify(text)).toEqual({ ok: false, reason: 'unknown' })
  })
})

describe('the public key of an event', () => {
  it('checks its tickets and holds no private part', async () => {
    const jwk = await signer.readPublicKey(credential.eventId)
    expect(Object.keys(jwk)).not.toContain('d')
    const { payload } = await compactVerify(await signer.sign(credential), await importJWK(jwk))
    expect(JSON.parse(Buffer.from(payload).toString()).g).toBe(1)
  })

  it('differs from that of another event', async () => {
    const other = await signer.readPublicKey(randomUUID())
    expect(other.x).not.toBe((await signer.readPublicKey(credential.eventId)).x)
  })

  it('stays the same when the process starts again', async () => {
    const secret = randomBytes(32).toString('base64url')
    const [a, b] = await Promise.all(
      [createTicketSigner(secret), createTicketSigner(secret)].map((each) =>
        each.readPublicKey(credential.eventId),
      ),
    )
    expect(a).toEqual(b)
  })
})

it('refuses a secret of another length', () => {
  expect(() => createTicketSigner('c2hvcnQ')).toThrow('32 bytes')
})
