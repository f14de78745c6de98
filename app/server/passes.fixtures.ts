import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes certificates of our own for tests of wallet passes, and unpacks and verifies passes. */

function inFolder<T>(work: (file: (name: string) => string, openssl: (...args: string[]) => string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'passes-'))
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    return work((name) => join(folder, name), openssl)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Makes what Apple would issue: a certificate of a pass type, its key, and the certificate that signed it.
 * @param days until the certificate of the pass type ends
 * @returns the settings of Apple Wallet
 */
export function createAppleSettings(days = 365) {
  return inFolder((file, openssl) => {
    const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
    openssl(
      'req',
      '-x509',
      ...key('wwdr'),
      '-out',
      'wwdr.pem',
      '-days',
      '3650',
      '-subj',
      '/CN=Test WWDR/O=Test',
    )
    const subject = '/UID=pass.test.tickets/CN=Pass Type ID: pass.test.tickets/OU=TEAM123456/O=Test'
    openssl('req', ...key('pass'), '-out', 'pass.csr', '-subj', subject)
    const issuer = ['-CA', 'wwdr.pem', '-CAkey', 'wwdr.key', '-CAcreateserial']
    openssl('x509', '-req', '-in', 'pass.csr', ...issuer, '-out', 'pass.pem', '-days', String(days))
    const read = (name: string) => readFileSync(file(name), 'utf8')
    return {
      APPLE_WALLET_CERTIFICATE: read('pass.pem'),
      APPLE_WALLET_KEY: read('pass.key'),
      APPLE_WALLET_WWDR: read('wwdr.pem'),
    }
  })
}

/** Makes the settings of Google Wallet, with the key's line ends as a service account's JSON file has them, and its public half. */
export function createGoogleSettings() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const settings = {
    GOOGLE_WALLET_ISSUER: '3388000000012345678',
    GOOGLE_WALLET_ACCOUNT: 'tickets@test.iam.gserviceaccount.com',
    GOOGLE_WALLET_KEY: pem.replaceAll('\n', '\\n'),
  }
  return { settings, publicKey }
}

/** Makes a certificate of `localhost` that vouches for itself. @returns it and its key, PEM */
export function createHostCertificate(): { cert: string; key: string } {
  return inFolder((file, openssl) => {
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'host.key', '-out', 'host.pem'],
      ...['-days', '30', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    )
    return { cert: readFileSync(file('host.pem'), 'utf8'), key: readFileSync(file('host.key'), 'utf8') }
  })
}

/** Unpacks a zip whose files are stored as they are, which is how passes are packed. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [method, size, nameLength, extraLength] = [
      zip.readUInt16LE(at + 8),
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ]
    if (method !== 0) throw new Error('the zip is compressed')
    const start = at + 30 + nameLength + extraLength
    files.set(zip.toString('utf8', at + 30, at + 30 + nameLength), zip.subarray(start, start + size))
    at = start + size
  }
  return files
}

/**
 * Unpacks a pass for Apple Wallet and verifies it as a phone does.
 * @param pass the file
 * @param issuer certificate that must have issued the signer's
 * @returns the names of the pass's files, and its content
 * @throws an Error when the signature is not the issuer's, or a file is not the one that the manifest names
 */
export function openApplePass(pass: Buffer, issuer: string) {
  const files = unzip(pass)
  const part = (name: string) => {
    const content = files.get(name)
    if (!content) throw new Error(`the pass has no ${name}`)
    return content
  }
  inFolder((file, openssl) => {
    writeFileSync(file('issuer.pem'), issuer)
    writeFileSync(file('signature'), part('signature'))
    writeFileSync(file('manifest.json'), part('manifest.json'))
    const signed = ['-in', 'signature', '-inform', 'DER', '-content', 'manifest.json', '-binary']
    openssl('smime', '-verify', ...signed, '-CAfile', 'issuer.pem', '-purpose', 'any', '-out', 'verified')
  })
  const manifest: Record<string, string> = JSON.parse(part('manifest.json').toString('utf8'))
  for (const [name, content] of files) {
    const hash = createHash('sha1').update(content).digest('hex')
    if (!['manifest.json', 'signature'].includes(name) && manifest[name] !== hash)
      throw new Error(`the manifest has another hash for ${name}`)
  }
  return { names: [...files.keys()].sort(), content: JSON.parse(part('pass.json').toString('utf8')) }
}
