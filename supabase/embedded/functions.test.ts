/** Tests the functions host: who is let in, what a function sees, and what becomes of failures. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { createFunctions } from './functions.ts'
import { loadKeys } from './keys.ts'

const url = 'http://127.0.0.1:1'
const dataDir = mkdtempSync(join(tmpdir(), 'functions-'))
const keys = loadKeys(dataDir)
const projectDir = fileURLToPath(new URL('../..', import.meta.url))
const functions = createFunctions({
  projectDir,
  folder: join(projectDir, 'supabase/tests/functions'),
  url,
  keys,
  verifyJwt: new Map([
    ['open', false],
    ['broken', false],
    ['no-start', false],
  ]),
})

afterAll(async () => {
  await functions.stop()
  rmSync(dataDir, { recursive: true })
})

const token = await keys.sign({
  role: 'authenticated',
  aud: 'authenticated',
  sub: '6c1b1f4e-5d0f-4d2e-9a57-0a3b2f1c9d10',
  exp: Math.floor(Date.now() / 1000) + 60,
})

/** Creates a supabase-js client whose requests end in the host. */
function client(bearer?: string) {
  return createClient(url, keys.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(bearer ? { accessToken: async () => bearer } : {}),
    global: {
      fetch: (input, init) => {
        const request = new Request(input, init)
        return functions.fetch(request, new URL(request.url))
      },
    },
  }).functions
}

async function failureOf(response: Promise<{ error: { context?: Response } | null }>) {
  const { error } = await response
  return { status: error?.context?.status, body: await error?.context?.json() }
}

describe('verify_jwt', () => {
  test("lets a person's token in", async () => {
    const { data, error } = await client(token).invoke('greet?why=test', { body: { name: 'Ada' } })
    expect(error).toBeNull()
    expect(data).toEqual({ text: 'Hello Ada', path: '/greet?why=test', method: 'POST', client: 'function' })
  })

  test('refuses no token, an API key, and a forged token', async () => {
    const forged = `${token.slice(0, -6)}AAAAAA`
    for (const bearer of [undefined, keys.secretKey, forged, 'a.b.c']) {
      const { status, body } = await failureOf(client(bearer).invoke('greet', { body: { name: 'Sid' } }))
      expect(status).toBe(401)
      expect(body.code).toMatch(/^UNAUTHORIZED_/)
    }
  })
})

test('status, headers and deep paths reach the caller and the function', async () => {
  const request = new Request(`${url}/functions/v1/greet/deep/path`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'Mo' }),
  })
  const response = await functions.fetch(request, new URL(request.url))
  expect([response.status, response.headers.get('x-from')]).toEqual([201, 'greet'])
  expect(await response.json()).toMatchObject({ path: '/greet/deep/path', method: 'PUT' })
})

test("a function sees hosted's settings and no secret of the stack", async () => {
  process.env.DATABASE_PASSWORD = 'not for functions'
  const { data, error } = await client().invoke('open')
  expect(error).toBeNull()
  expect(data).toEqual({ url, publishable: keys.publishableKey, jwks: 1, stackSecret: null, database: null })
})

test('unknown names and paths outside the folder are not found', async () => {
  for (const name of ['nothing-here', '..%2f..%2fembedded', 'greet%2findex.ts', '']) {
    const request = new Request(`${url}/functions/v1/${name}`)
    const response = await functions.fetch(request, new URL(request.url))
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_FOUND' }),
    ])
  }
})

test('a function that throws returns 500, one that cannot start 503, and the others still run', async () => {
  expect(await failureOf(client().invoke('broken'))).toMatchObject({
    status: 500,
    body: { code: 'WORKER_ERROR' },
  })
  expect(await failureOf(client().invoke('no-start'))).toMatchObject({
    status: 503,
    body: { code: 'BOOT_ERROR' },
  })
  expect((await client().invoke('open')).error).toBeNull()
})
