/** Passkeys as second factors: enrolling one, the second step with it, and each answer that must not count. */
import postgres from 'postgres'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makePasskey } from '../passkey.ts'
import { claimsOf, newMember, password, server, sessionOf, signedIn, visitor } from './people.ts'
import { isElsewhere, target } from './target.ts'

type Client = Awaited<ReturnType<typeof signedIn>>['client']
/** The site that the target's passkeys belong to: the one that its links lead to. */
let site = ''
let party = { rpId: '', rpOrigins: [''] }

beforeAll(async () => {
  const { email } = await newMember()
  const { data, error } = await server().auth.admin.generateLink({ type: 'magiclink', email })
  if (error) throw error
  site = new URL(data.properties.redirect_to).origin
  party = { rpId: new URL(site).hostname, rpOrigins: [site] }
})

const challengeSchema = z.object({
  id: z.uuid(),
  type: z.literal('webauthn'),
  expires_at: z.number(),
  webauthn: z.object({
    type: z.enum(['create', 'request']),
    credential_options: z.object({
      publicKey: z.looseObject({
        challenge: z.string().min(40),
        rpId: z.string().optional(),
        rp: z.object({ id: z.string(), name: z.string() }).optional(),
        user: z.looseObject({ id: z.string(), name: z.string() }).optional(),
        allowCredentials: z.array(z.looseObject({ id: z.string() })).optional(),
        excludeCredentials: z.array(z.looseObject({ id: z.string() })).optional(),
      }),
    }),
  }),
})

/** Sends a call as the client's session. supabase-js makes the same calls, but for browsers: it wants their objects, not JSON. */
async function send(client: Client, path: string, body: unknown) {
  const { access_token } = await sessionOf(client)
  const response = await fetch(`${target.url}/auth/v1/factors${path}`, {
    method: 'POST',
    headers: {
      apikey: target.publishableKey,
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify(body),
  })
  const json = z.record(z.string(), z.unknown()).parse(await response.json())
  return { status: response.status, json, code: json.code }
}

async function challenge(client: Client, factorId: string) {
  const { status, json } = await send(client, `/${factorId}/challenge`, { webauthn: party })
  expect(status).toBe(200)
  const { id, webauthn } = challengeSchema.parse(json)
  return { id, type: webauthn.type, options: webauthn.credential_options.publicKey }
}

const verify = (
  client: Client,
  factorId: string,
  { id, type }: { id: string; type: string },
  credential_response: unknown,
  named: object = party,
) =>
  send(client, `/${factorId}/verify`, {
    challenge_id: id,
    webauthn: { type, credential_response, ...named },
  })

async function enroll(client: Client, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
  if (error) throw error
  return data
}

/** Signs a client in with the session that a verification gave. */
async function takeSession(client: Client, json: Record<string, unknown>) {
  const tokens = z.object({ access_token: z.string(), refresh_token: z.string() }).parse(json)
  expect((await client.auth.setSession(tokens)).error).toBeNull()
}

/** Adds a passkey to the account of a client, whose session then is at aal2. */
async function addPasskey(client: Client, friendlyName = 'Phone') {
  const passkey = makePasskey(site)
  const factor = await enroll(client, friendlyName)
  const asked = await challenge(client, factor.id)
  const { status, json } = await verify(client, factor.id, asked, passkey.create(asked.options))
  expect([asked.type, status]).toEqual(['create', 200])
  await takeSession(client, json)
  return { passkey, factorId: factor.id }
}

/** A member with a passkey, in an aal2 session, and a second session that waits for its second step. */
async function withPasskey() {
  const { client, user } = await signedIn()
  const added = await addPasskey(client)
  const half = visitor()
  await half.auth.signInWithPassword({ email: user.email, password })
  return { client, half, user, ...added }
}

const levelOf = async (client: Client) => claimsOf((await sessionOf(client)).access_token).aal

/** A refusal of a wrong answer: hosted gives 500 for what fails a check, the embedded stack says what it is. */
const expectWrong = ({ status, code }: { status: number; code: unknown }) =>
  expect(isElsewhere ? status >= 400 : [status, code]).toEqual(
    isElsewhere ? true : [422, 'mfa_verification_failed'],
  )

describe('enrolling a passkey', () => {
  test('asks a device for one, of this site and for this account; verified, it raises the session', async () => {
    const { client, user } = await signedIn()
    const factor = await enroll(client)
    expect(factor).toMatchObject({ type: 'webauthn', friendly_name: 'Phone' })
    const asked = await challenge(client, factor.id)
    expect(asked.options).toMatchObject({ rp: { id: party.rpId }, user: { name: user.email } })
    expect((await client.auth.mfa.listFactors()).data?.webauthn).toEqual([])
    const passkey = makePasskey(site)
    const { json } = await verify(client, factor.id, asked, passkey.create(asked.options))
    await takeSession(client, json)
    const claims = claimsOf((await sessionOf(client)).access_token)
    expect(claims).toMatchObject({ aal: 'aal2' })
    expect(claims.amr).toEqual(expect.arrayContaining([expect.objectContaining({ method: 'mfa/webauthn' })]))
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.webauthn.map(({ id, status }) => [id, status])).toEqual([[factor.id, 'verified']])
    // It comes with its question and answer, not with what is stored of it.
    expect(data?.webauthn[0]).toMatchObject({
      last_webauthn_challenge_data: {
        type: 'create',
        challenge: expect.any(Object),
        credential_response: expect.any(Object),
      },
    })
    expect(Object.keys(data?.webauthn[0] ?? {})).not.toContain('web_authn_credential')
  })

  test('refuses an answer for another site, host or challenge', async () => {
    const { client } = await signedIn()
    const factor = await enroll(client)
    const asked = await challenge(client, factor.id)
    const passkey = makePasskey(site)
    for (const lies of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
    ])
      expectWrong(await verify(client, factor.id, asked, passkey.create(asked.options, lies)))
    const nonsense = await verify(client, factor.id, asked, { id: 'x' })
    expect([nonsense.status, nonsense.code]).toEqual([400, 'validation_failed'])
    expect(await levelOf(client)).toBe('aal1')
  })

  test('needs a session at aal2 where the account has a factor, and names the passkeys it has', async () => {
    const { client, half, passkey } = await withPasskey()
    const { error } = await half.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Mine' })
    expect([error?.status, error?.code]).toEqual([403, 'insufficient_aal'])
    const second = await enroll(client, 'Key')
    const { options } = await challenge(client, second.id)
    expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([passkey.id])
  })
})

describe('the second step with a passkey', () => {
  test('raises the session, with any passkey of the account', async () => {
    const { client, user, factorId, passkey } = await withPasskey()
    // Ends the sessions at aal1.
    const other = await addPasskey(client, 'Key')
    const half = visitor()
    await half.auth.signInWithPassword({ email: user.email, password })
    const asked = await challenge(half, factorId)
    // In no order.
    expect([
      asked.type,
      asked.options.rpId,
      asked.options.allowCredentials?.map(({ id }) => id).sort(),
    ]).toEqual(['request', party.rpId, [passkey.id, other.passkey.id].sort()])
    const { status, json } = await verify(half, factorId, asked, other.passkey.get(asked.options))
    expect(status).toBe(200)
    await takeSession(half, json)
    expect(await levelOf(half)).toBe('aal2')
    const third = visitor()
    await third.auth.signInWithPassword({ email: user.email, password })
    const again = await challenge(third, factorId)
    expect((await verify(third, factorId, again, passkey.get(again.options))).status).toBe(200)
  })

  test('takes a challenge once', async () => {
    const { half, factorId, passkey } = await withPasskey()
    const asked = await challenge(half, factorId)
    const answer = passkey.get(asked.options)
    const { status, json } = await verify(half, factorId, asked, answer)
    expect(status).toBe(200)
    await takeSession(half, json)
    const replayed = await verify(half, factorId, asked, answer)
    expect([replayed.status, replayed.code]).toEqual([422, 'mfa_factor_not_found'])
    const other = await challenge(half, factorId)
    expectWrong(await verify(half, factorId, other, answer))
  })

  test("refuses another site's, host's or account's answer, a wrong signature, and a stranger's factor", async () => {
    const { half, factorId, passkey } = await withPasskey()
    const asked = await challenge(half, factorId)
    const good = passkey.get(asked.options)
    const stranger = await withPasskey()
    for (const answer of [
      passkey.get(asked.options, { origin: 'https://evil.example' }),
      passkey.get(asked.options, { rpId: 'evil.example' }),
      stranger.passkey.get(asked.options),
      {
        ...good,
        response: { ...good.response, signature: passkey.get({ challenge: 'x' }).response.signature },
      },
      { ...stranger.passkey.get(asked.options), id: passkey.id, rawId: passkey.id },
    ])
      expectWrong(await verify(half, factorId, asked, answer))
    expect(await levelOf(half)).toBe('aal1')
    const foreign = await send(stranger.client, `/${factorId}/challenge`, { webauthn: party })
    expect([foreign.status, foreign.code]).toEqual([404, 'mfa_factor_not_found'])
    const own = await challenge(stranger.half, stranger.factorId)
    expect((await verify(half, factorId, own, passkey.get(own.options))).code).toBe('mfa_factor_not_found')
  })

  test.skipIf(isElsewhere)('refuses a passkey whose counter went back: it was copied', async () => {
    const { half, factorId, passkey } = await withPasskey()
    const asked = await challenge(half, factorId)
    expect((await verify(half, factorId, asked, passkey.get(asked.options, { counter: 7 }))).status).toBe(200)
    const next = await challenge(half, factorId)
    expectWrong(await verify(half, factorId, next, passkey.get(next.options, { counter: 7 })))
    expect((await verify(half, factorId, next, passkey.get(next.options, { counter: 8 }))).status).toBe(200)
  })

  test.skipIf(isElsewhere || !target.dbUrl)(
    'refuses the answer to a challenge whose time is over',
    async () => {
      const { half, factorId, passkey } = await withPasskey()
      const asked = await challenge(half, factorId)
      const sql = postgres(target.dbUrl ?? '', { max: 1, onnotice() {} })
      const aged =
        await sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${asked.id}`
      await sql.end()
      expect(aged.count).toBe(1)
      const late = await verify(half, factorId, asked, passkey.get(asked.options))
      expect([late.status, late.code]).toEqual([422, 'mfa_challenge_expired'])
    },
  )

  // Newer versions of hosted take host and origin from the project's settings and read nothing of this.
  test.skipIf(isElsewhere)('refuses a caller who names another host or origin', async () => {
    const { half, factorId, passkey } = await withPasskey()
    for (const named of [{ rpId: 'evil.example' }, { rpOrigins: ['https://evil.example'] }]) {
      const asked = await send(half, `/${factorId}/challenge`, { webauthn: named })
      expect([asked.status, asked.code]).toEqual([400, 'validation_failed'])
    }
    const asked = await challenge(half, factorId)
    const answer = passkey.get(asked.options)
    const wrong = await verify(half, factorId, asked, answer, { rpId: 'evil.example' })
    expect([wrong.status, wrong.code]).toEqual([400, 'validation_failed'])
  })

  test.skipIf(isElsewhere)('counts wrong answers: after ten the right one is not looked at', async () => {
    const { half, factorId, passkey } = await withPasskey()
    const asked = await challenge(half, factorId)
    for (let tries = 0; tries < 10; tries++)
      expectWrong(await verify(half, factorId, asked, passkey.get({ challenge: 'x' })))
    expect((await verify(half, factorId, asked, passkey.get(asked.options))).status).toBe(429)
  })
})

test('a passkey is removed at aal2 alone', async () => {
  const { client, half, factorId } = await withPasskey()
  const { error } = await half.auth.mfa.unenroll({ factorId })
  expect([error?.status, error?.code]).toEqual([422, 'insufficient_aal'])
  expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
})
