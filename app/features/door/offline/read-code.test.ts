import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { CompactSign } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkCharacter } from '#core/ticket-code.ts'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import { codeHashOf, idHashOf } from './pack.fixtures.ts'
import { openCodeReader } from './read-code.ts'

const signer = createTicketSigner(randomBytes(32).toString('base64url'))
const event = randomUUID()
const ticketKey = await signer.readPublicKey(event)
const salt = '00112233445566778899aabbccddeeff'
const credential = { ticketId: randomUUID(), generation: 3, eventId: event, typeId: randomUUID() }
const read = await openCodeReader({ ticketKey, salt, event })
const short = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')

/** Signs a ticket of `issuedFor` as tickets were signed first, with a key of this test's own. */
async function firstFormat(changes: object = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = short(event)
  const claims = {
    t: short(credential.ticketId),
    g: 3,
    e: kid,
    y: short(credential.typeId),
    ...changes,
  }
  const code = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'Ed25519', kid: claims.e })
    .sign(privateKey)
  return {
    code,
    reader: await openCodeReader({ ticketKey: publicKey.export({ format: 'jwk' }), salt, event }),
  }
}

afterEach(() => vi.restoreAllMocks())

describe('a phone reads', () => {
  test('a signed code, also in small letters', async () => {
    const signed = { kind: 'signed', idHash: await idHashOf(credential.ticketId), generation: 3 }
    expect(await read(signer.sign(credential))).toEqual(signed)
    expect(await read(signer.sign(credential).toLowerCase())).toEqual(signed)
  })

  test('a code of the first format', async () => {
    const { code, reader } = await firstFormat()
    const signed = { kind: 'signed', idHash: await idHashOf(credential.ticketId), generation: 3 }
    expect(await reader(code)).toEqual(signed)
    expect(await read(code)).toEqual({ kind: 'unreadable', result: 'bad_signature' })
    const [head, , signature] = code.split('.')
    const body = Buffer.from('{}').toString('base64url')
    expect(await reader([head, body, signature].join('.'))).toEqual({
      kind: 'unreadable',
      result: 'bad_signature',
    })
    expect(await reader(`${code.slice(0, -1)}!`)).toEqual({ kind: 'unreadable', result: 'unknown' })
    const other = await firstFormat({ e: short(randomUUID()) })
    expect(await other.reader(other.code)).toEqual({ kind: 'other_event' })
  })

  test('a typed code, however it is typed', async () => {
    const code = `ABCDEFGH${checkCharacter('ABCDEFGH')}`
    const typed = { kind: 'typed', codeHash: await codeHashOf(code) }
    expect(await read(code)).toEqual(typed)
    expect(await read(` ${code.slice(0, 3)}-${code.slice(3)} `.toLowerCase())).toEqual(typed)
  })

  test('anything else as unknown, and a ticket of another event as that', async () => {
    for (const text of [
      '',
      'JVT1:',
      'https://example.com',
      '1234567890123',
      'a.b.c',
      `${'a'.repeat(2000)}.b.c`,
    ])
      expect(await read(text)).toEqual({ kind: 'unreadable', result: 'unknown' })
    const elsewhere = signer.sign({ ...credential, eventId: randomUUID() })
    expect(await read(elsewhere)).toEqual({ kind: 'other_event' })
  })
})

/** Runs as a browser that has no Ed25519. */
function forgetEd25519() {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError'))
}

test.each([
  ['WebCrypto', () => {}],
  ['the loaded library', forgetEd25519],
])('the server and a phone with %s agree about any changed code', async (_, prepare) => {
  prepare()
  const reader = await openCodeReader({ ticketKey, salt, event })
  const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:')
  await fc.assert(
    fc.asyncProperty(fc.nat(175), characters, async (at, other) => {
      const code = signer.sign(credential)
      const changed = code.slice(0, at) + other + code.slice(at + 1)
      const server = await signer.verify(changed)
      const phone = await reader(changed)
      if (server.ok) expect(phone.kind).toBe('signed')
      // A changed event id names another event, and its key is not on the phone.
      else if (phone.kind !== 'other_event')
        expect(phone).toEqual({ kind: 'unreadable', result: server.reason })
    }),
  )
})

test('a key that is none is refused', async () => {
  await expect(openCodeReader({ ticketKey: { kty: 'RSA' }, salt, event })).rejects.toThrow(TypeError)
})
