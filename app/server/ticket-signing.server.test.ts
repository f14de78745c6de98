import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import fc from 'fast-check'
import { CompactSign } from 'jose'
import { describe, expect, it } from 'vitest'
import { decodeBase45, encodeBase45 } from '#core/base45.ts'
import { createTicketSigner } from './ticket-signing.server.ts'

const signer = createTicketSigner(randomBytes(32).toString('base64url'))
const credential = {
  ticketId: randomUUID(),
  generation: 1,
  eventId: randomUUID(),
  typeId: randomUUID(),
}

const bad = { ok: false, reason: 'bad_signature' }
const unknown = { ok: false, reason: 'unknown' }

/** Any ticket: random uuids of version 4 and a generation. */
const credentials = fc.record({
  ticketId: fc.uuid(),
  generation: fc.integer({ min: 1, max: 65_535 }),
  eventId: fc.uuid(),
  typeId: fc.uuid(),
})

describe('a ticket code', () => {
  it('says what was signed', async () => {
    await fc.assert(
      fc.asyncProperty(credentials, async (given) => {
        expect(await signer.verify(signer.sign(given))).toEqual({ ok: true, credential: given })
      }),
    )
  })

  it('has the characters of the alphanumeric mode, as many as version 7 with level M holds, and no space at an end', () => {
    fc.assert(
      fc.property(credentials, (given) => {
        const code = signer.sign(given)
        expect(code).toMatch(/^JVT1:[0-9A-Z $%*+./:-]{171}$/)
        expect(code.length).toBeLessThanOrEqual(178)
        expect(code.trim()).toBe(code)
      }),
    )
  })

  it('is read as a scanner types it with Caps Lock on', async () => {
    expect(await signer.verify(signer.sign(credential).toLowerCase())).toEqual({ ok: true, credential })
  })

  it('is refused when any bit of it changes', async () => {
    await fc.assert(
      fc.asyncProperty(credentials, fc.nat(114 * 8 - 1), async (given, bit) => {
        const code = signer.sign(given)
        const bytes = Buffer.from(decodeBase45(code.slice(5)) ?? [])
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(await signer.verify(`JVT1:${encodeBase45(bytes)}`)).toEqual(bad)
      }),
    )
  })

  it('is refused when any character of it changes', async () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:')
    await fc.assert(
      fc.asyncProperty(fc.nat(175), characters, async (at, other) => {
        const code = signer.sign(credential)
        fc.pre(code.charAt(at) !== other)
        const changed = code.slice(0, at) + other + code.slice(at + 1)
        expect((await signer.verify(changed)).ok).toBe(false)
      }),
    )
  })

  it('is unknown when it is cut, or something is added', async () => {
    const code = signer.sign(credential)
    await fc.assert(
      fc.asyncProperty(fc.nat(code.length - 1), async (length) => {
        expect(await signer.verify(code.slice(0, length))).toEqual(unknown)
        expect(await signer.verify(code + code.slice(0, length + 1))).toEqual(unknown)
      }),
    )
  })

  it('is refused when it was signed with another secret', async () => {
    const stranger = createTicketSigner(randomBytes(32).toString('base64url'))
    await fc.assert(
      fc.asyncProperty(credentials, async (given) => {
        expect(await signer.verify(stranger.sign(given))).toEqual(bad)
      }),
    )
  })

  it('is refused when the key of another event signed it', async () => {
    const other = bytesOf(signer.sign({ ...credential, eventId: randomUUID() }))
    const forged = Buffer.concat([bytesOf(signer.sign(credential)).subarray(0, 50), other.subarray(50)])
    expect(await signer.verify(`JVT1:${encodeBase45(forged)}`)).toEqual(bad)
  })

  it('is refused when a forger signs it with a key of their own, or with none', async () => {
    const body = bytesOf(signer.sign(credential)).subarray(0, 50)
    const { privateKey } = generateKeyPairSync('ed25519')
    const signature = sign(null, Buffer.concat([Buffer.from('JVT1:'), body]), privateKey)
    for (const forged of [signature, Buffer.alloc(64), Buffer.alloc(64, 255)])
      expect(await signer.verify(`JVT1:${encodeBase45(Buffer.concat([body, forged]))}`)).toEqual(bad)
  })

  it('is refused when the signature is over the body alone, without the format', async () => {
    const secret = Buffer.alloc(32, 7).toString('base64url')
    const body = bytesOf(createTicketSigner(secret).sign(credential)).subarray(0, 50)
    const signature = sign(null, body, await privateKeyOf(secret, credential.eventId))
    const code = `JVT1:${encodeBase45(Buffer.concat([body, signature]))}`
    expect(await createTicketSigner(secret).verify(code)).toEqual(bad)
  })

  it('has a generation of two bytes', () => {
    for (const generation of [0, -1, 1.5, 65_536, Number.NaN])
      expect(() => signer.sign({ ...credential, generation })).toThrow(RangeError)
  })

  it.each([
    '',
    'https://example.com/ticket',
    'a.b.c',
    '1234-5678',
    `HC1:${'A'.repeat(172)}`,
    `JVT1:${'_'.repeat(171)}`,
    `JVT1:${':'.repeat(171)}`,
    `JVT2:${'0'.repeat(171)}`,
    'x'.repeat(5000),
  ])('is unknown when it is some other text: %#', async (text) => {
    expect(await signer.verify(text)).toEqual(unknown)
  })
})

/** The signed bytes of a code, without its prefix. */
function bytesOf(code: string): Buffer {
  return Buffer.from(decodeBase45(code.slice(5)) ?? [])
}

const short = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')

/** The private key of an event, derived as the site derives it. */
async function privateKeyOf(secret: string, eventId: string): Promise<KeyObject> {
  const root = Buffer.from(secret, 'base64url')
  const seed = Buffer.from(hkdfSync('sha256', root, 'ticket-signing', `event:${short(eventId)}`, 32))
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' })
}

describe('a code of the first format, sold before', () => {
  const secret = Buffer.alloc(32, 9).toString('base64url')
  const old = createTicketSigner(secret)
  const claims = {
    t: short(credential.ticketId),
    g: credential.generation,
    e: short(credential.eventId),
    y: short(credential.typeId),
  }
  const header = { alg: 'Ed25519', kid: claims.e }

  async function jws(payload: object = claims, key: KeyObject | null = null): Promise<string> {
    return await new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader(header)
      .sign(key ?? (await privateKeyOf(secret, credential.eventId)))
  }

  it('stays valid', async () => {
    expect(await old.verify(await jws())).toEqual({ ok: true, credential })
    // Issued by the site before the format changed, with this key.
    const issued =
      'eyJhbGciOiJFZDI1NTE5Iiwia2lkIjoiRVJFUkVSRVJRUkdCRVJFUkVSRVJFUSJ9.eyJ0IjoiSWlJaUlpSWlRaUtDSWlJaUlpSWlJZyIsImciOjMsImUiOiJFUkVSRVJFUlFSR0JFUkVSRVJFUkVRIiwieSI6Ik16TXpNek16UXpPRE16TXpNek16TXcifQ.X8ofHZd1Z8PWrwXCNHkoE-1RkEZtwtfEvf2BOo8T1S43jpikiV9PF2gn-Pb6HzzFWf4gVMga51GVMwiShjV9Cg'
    expect(await old.verify(issued)).toEqual({
      ok: true,
      credential: {
        ticketId: '22222222-2222-4222-8222-222222222222',
        generation: 3,
        eventId: '11111111-1111-4111-8111-111111111111',
        typeId: '33333333-3333-4333-8333-333333333333',
      },
    })
  })

  it('is refused when its claims or its signature change', async () => {
    const [head, payload, signature = ''] = (await jws()).split('.')
    const raised = Buffer.from(JSON.stringify({ ...claims, g: 2 })).toString('base64url')
    expect(await old.verify(`${head}.${raised}.${signature}`)).toEqual(bad)
    const bent = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    expect(await old.verify(`${head}.${payload}.${bent}`)).toEqual(bad)
    expect(await old.verify(await jws({ ...claims, e: short(randomUUID()) }))).toEqual(bad)
    expect(await old.verify(await jws({ ...claims, more: 1 }))).toEqual(bad)
  })

  it('is refused when another key signed it', async () => {
    expect(await old.verify(await jws(claims, generateKeyPairSync('ed25519').privateKey))).toEqual(bad)
    expect(await signer.verify(await jws())).toEqual(bad)
  })

  it.each([
    ['without a signature', { alg: 'none', kid: 'x'.repeat(22) }],
    ['with a shared secret', { alg: 'HS256', kid: 'x'.repeat(22) }],
    ['with a key it brings along', { alg: 'Ed25519', kid: 'x'.repeat(22), jwk: { kty: 'OKP' } }],
    ['with a key named by nobody', { alg: 'Ed25519', kid: '../../etc' }],
  ])('is refused %s', async (_, forgedHeader) => {
    const [, payload] = (await jws()).split('.')
    const forged = `${Buffer.from(JSON.stringify(forgedHeader)).toString('base64url')}.${payload}.AAAA`
    expect(await old.verify(forged)).toEqual(bad)
  })
})

describe('the public key of an event', () => {
  it('checks its tickets and holds no private part', async () => {
    const jwk = await signer.readPublicKey(credential.eventId)
    expect(Object.keys(jwk)).not.toContain('d')
    const bytes = bytesOf(signer.sign(credential))
    const signed = Buffer.concat([Buffer.from('JVT1:'), bytes.subarray(0, 50)])
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' })
    expect(verify(null, signed, key, bytes.subarray(50))).toBe(true)
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
