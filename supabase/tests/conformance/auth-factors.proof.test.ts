/** Second factors: enrolling an authenticator app, the second step, the levels of tokens, and what an aal1 session may not do. */
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '../../embedded/totp.ts'
import { claimsOf, newMember, password, server, sessionOf, signedIn, visitor } from './people.ts'
import { target } from './target.ts'

type Client = Awaited<ReturnType<typeof signedIn>>['client']

/** Codes of the present period and the next: two that differ and are both right now, the earlier one first. */
const codes = (secret: string) => [0, 1].map((shift) => totpCode(secret, totpStep(Date.now()) + shift))
const codeOf = (secret: string, turn: 0 | 1) => codes(secret)[turn] ?? ''

async function enroll(client: Client, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer: 'Test' })
  if (error) throw error
  return data
}

/** A member with a verified factor, in an aal2 session. */
async function withFactor() {
  const { client, user } = await signedIn()
  const factor = await enroll(client)
  const { secret } = factor.totp
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(secret, 0) })
  expect(error).toBeNull()
  return { client, user, factorId: factor.id, secret }
}

describe('enrolling', () => {
  test('gives a secret, its address for apps and a picture; the factor is unverified', async () => {
    const { client, user } = await signedIn()
    const factor = await enroll(client)
    expect(factor).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,.*<svg/s)
    const uri = new URL(factor.totp.uri)
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      secret: factor.totp.secret,
      issuer: 'Test',
      period: '30',
    })
    expect(decodeURIComponent(uri.pathname)).toContain(user.email)
    const { data } = await client.auth.mfa.listFactors()
    expect([data?.all.map(({ id, status }) => [id, status]), data?.totp]).toEqual([
      [[factor.id, 'unverified']],
      [],
    ])
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    const { data: fresh } = await client.auth.getUser()
    expect(JSON.stringify(fresh)).not.toContain(factor.totp.secret)
  })

  test('refuses a name twice, other types and callers without a session', async () => {
    const { client } = await signedIn()
    await enroll(client)
    const again = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect([again.error?.status, again.error?.code]).toEqual([422, 'mfa_factor_name_conflict'])
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+12125550100' })
    expect([phone.error?.status, phone.error?.code]).toEqual([422, 'mfa_phone_enroll_not_enabled'])
    expect((await visitor().auth.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull()
  })
})

describe('verifying', () => {
  test('raises the session to aal2, keeps it there over a refresh, and ends the sessions at aal1', async () => {
    const { client, user } = await signedIn()
    const other = visitor()
    await other.auth.signInWithPassword({ email: user.email, password })
    const before = claimsOf((await sessionOf(client)).access_token)
    const factor = await enroll(client)
    const { data, error } = await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.totp.secret, 0),
    })
    expect(error).toBeNull()
    expect(data?.user.factors?.map(({ id, status }) => [id, status])).toEqual([[factor.id, 'verified']])
    const after = claimsOf((await sessionOf(client)).access_token)
    expect([before.aal, after.aal, after.session_id === before.session_id]).toEqual(['aal1', 'aal2', true])
    const methods = after.amr as { method: string }[]
    expect(methods.map(({ method }) => method).sort()).toEqual(['password', 'totp'])
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(claimsOf((await sessionOf(client)).access_token).aal).toBe('aal2')
    expect((await other.auth.refreshSession()).error).not.toBeNull()
  })

  test('refuses wrong codes, and a challenge that was used or is somebody else’s', async () => {
    const { client } = await signedIn()
    const factor = await enroll(client)
    const right = codeOf(factor.totp.secret, 0)
    const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0')
    const verify = (challengeId: string, code: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId, code })
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id })
    expect(challenge).toMatchObject({ type: 'totp' })
    const failed = await verify(challenge?.id ?? '', wrong)
    expect([failed.error?.status, failed.error?.code]).toEqual([422, 'mfa_verification_failed'])
    expect((await verify(crypto.randomUUID(), right)).error?.code).toBe('mfa_factor_not_found')
    expect((await verify(challenge?.id ?? '', right)).error).toBeNull()
    expect((await verify(challenge?.id ?? '', codeOf(factor.totp.secret, 1))).error?.status).toBe(422)
    const { client: stranger } = await signedIn()
    const { error } = await stranger.auth.mfa.challenge({ factorId: factor.id })
    expect([error?.status, error?.code]).toEqual([404, 'mfa_factor_not_found'])
  })
})

describe('an account with a factor', () => {
  test('signs in at aal1 and is told to go on', async () => {
    const { user, factorId } = await withFactor()
    const client = visitor()
    const { data } = await client.auth.signInWithPassword({ email: user.email, password })
    expect(data.user?.factors?.map(({ id, status }) => [id, status])).toEqual([[factorId, 'verified']])
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
  })

  test('changes nothing at aal1: neither password nor address, no new factor, no factor less', async () => {
    const { user, factorId } = await withFactor()
    const client = visitor()
    await client.auth.signInWithPassword({ email: user.email, password })
    const codesOf = async () => [
      (await client.auth.updateUser({ password: 'Another-Horse-9' })).error?.code,
      (await client.auth.updateUser({ email: 'other@example.com' })).error?.code,
      (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })).error?.code,
      (await client.auth.mfa.unenroll({ factorId })).error?.code,
    ]
    expect(await codesOf()).toEqual(Array(4).fill('insufficient_aal'))
  })

  test('loses it at aal2; its session falls back', async () => {
    const { client, factorId } = await withFactor()
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await client.auth.refreshSession()
    expect(claimsOf((await sessionOf(client)).access_token).aal).toBe('aal1')
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
  })

  test('has it listed and deleted by the server alone', async () => {
    const { client, user, factorId } = await withFactor()
    const { mfa } = server().auth.admin
    expect((await mfa.listFactors({ userId: user.id })).data?.factors.map(({ id }) => id)).toEqual([factorId])
    const { access_token } = await sessionOf(client)
    const asMember = createClient(target.url, target.publishableKey, {
      auth: { persistSession: false },
      global: { headers: { Authorization: `Bearer ${access_token}` } },
    })
    expect(
      (await asMember.auth.admin.mfa.deleteFactor({ userId: user.id, id: factorId })).error,
    ).not.toBeNull()
    expect((await mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull()
    expect((await mfa.listFactors({ userId: user.id })).data?.factors).toEqual([])
    const stranger = await newMember()
    expect((await mfa.deleteFactor({ userId: stranger.id, id: factorId })).error?.status).toBe(404)
  })
})
