/** Checks that a token counts only for its own audience and issuer: the signature alone says merely that the key was used. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Claims, loadKeys } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'jouvay-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const issuer = 'http://127.0.0.1:54321/auth/v1'
const keys = loadKeys(folder, issuer)
const claims: Claims = {
  iss: issuer,
  aud: 'authenticated',
  role: 'authenticated',
  exp: Math.floor(Date.now() / 1000) + 3600,
}

test('accepts a token of this issuer for signed-in people', async () => {
  expect(await keys.verify(await keys.sign(claims))).toEqual(claims)
})

test.each<[string, Partial<Claims>]>([
  ['another issuer', { iss: 'https://elsewhere.example/auth/v1' }],
  ['no issuer', { iss: undefined }],
  ['another audience', { aud: 'somebody-else' }],
  ['several audiences', { aud: ['authenticated', 'somebody-else'] }],
  ['no audience', { aud: undefined }],
  ['an end in the past', { exp: 1 }],
  ['a beginning in the future', { nbf: Math.floor(Date.now() / 1000) + 60 }],
])('refuses one with %s, although its signature is good', async (_, change) => {
  expect(await keys.verify(await keys.sign({ ...claims, ...change }))).toBeNull()
})

test('refuses one with non-canonical base64url, although it decodes to the same', async () => {
  const token = await keys.sign(claims)
  const [head = '', body = '', signature = ''] = token.split('.')
  // The last of the 86 characters carries two bits: its other four are ignored by a careless parser.
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const stray = signature.slice(0, -1) + digits[digits.indexOf(signature.at(-1) ?? '') + 1]
  const spellings = [`${signature}=`, `${signature}==`, `${signature}!`, `${signature} `, stray]
  for (const spelling of spellings) {
    expect(Buffer.from(spelling, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
    expect([spelling, await keys.verify(`${head}.${body}.${spelling}`)]).toEqual([spelling, null])
  }
  expect(await keys.verify(token)).toEqual(claims)
})
