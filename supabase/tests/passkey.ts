import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey in software, for tests without a browser: it answers what a server asks, as an authenticator does. */

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Encodes a byte string of CBOR that is shorter than 65,536 bytes. */
const cborBytes = (data: Buffer) =>
  Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data])

/** Faults that a test may make on purpose. */
type Lies = { origin?: string; rpId?: string; challenge?: string; counter?: number }

/**
 * Makes a passkey of the algorithm ES256 for a site.
 * @param site the site's origin
 */
export function makePasskey(site: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // The map {1: 2, 3: -7, -1: 1, -2: x, -3: y} of COSE.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? site,
        crossOrigin: false,
      }),
    )
  const authData = (flags: number, lies: Lies, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? counter)
    const rpIdHash = sha256(lies.rpId ?? new URL(site).hostname)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, more])
  }
  const answer = (response: Record<string, string | string[]>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    id: id.toString('base64url'),
    /** Answers options of the type `create`. */
    create({ challenge }: { challenge: string }, lies: Lies = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
      // The map {fmt: "none", attStmt: {}, authData: bytes}.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        cborBytes(authData(0x45, lies, attested)),
      ])
      return answer({
        attestationObject: attestationObject.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers options of the type `request`. Each answer counts one up. */
    get({ challenge }: { challenge: string }, lies: Lies = {}) {
      counter += 1
      const data = authData(0x05, lies)
      const clientDataJSON = clientData('webauthn.get', challenge, lies)
      return answer({
        authenticatorData: data.toString('base64url'),
        clientDataJSON: clientDataJSON.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey).toString(
          'base64url',
        ),
      })
    },
  }
}
