/** One-time links: made by the server, or sent by mail. */
import { setTimeout as wait } from 'node:timers/promises'
import type { EmailOtpType } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { linkOf, linkTo, mailsTo } from './mail.ts'
import {
  claimsOf,
  confirmsEmail,
  forget,
  newEmail,
  newMember,
  password,
  server,
  sessionOf,
  signedIn,
  visitor,
} from './people.ts'
import { target } from './target.ts'

const confirms = await confirmsEmail()
const admin = server().auth.admin

/** Spends a token twice: the first time must work, the second must not. */
async function spendOnce(token_hash: string, type: EmailOtpType) {
  const client = visitor()
  const first = await client.auth.verifyOtp({ token_hash, type })
  expect(first.error).toBeNull()
  const second = await visitor().auth.verifyOtp({ token_hash, type })
  expect(second.error).toMatchObject({ status: 403, code: 'otp_expired' })
  return { client, ...first.data }
}

describe('a link that the server made', () => {
  test('magic link and recovery sign in once', async () => {
    const member = await newMember()
    for (const type of ['magiclink', 'recovery'] as const) {
      const { data, error } = await admin.generateLink({ type, email: member.email })
      expect(error).toBeNull()
      expect(data.properties).toMatchObject({
        verification_type: type,
        // Ten digits on hosted; the embedded stack has no codes.
        email_otp: expect.stringMatching(/^(\d{10})?$/),
      })
      const spent = await spendOnce(data.properties?.hashed_token ?? '', type)
      expect(spent.user?.id).toBe(member.id)
      expect(claimsOf(spent.session?.access_token ?? '')).toMatchObject({ amr: [{ method: 'otp' }] })
    }
  })

  test('a magic link is accepted as type email too; an invented code is refused', async () => {
    const member = await newMember()
    const byHash = await admin.generateLink({ type: 'magiclink', email: member.email })
    expect((await spendOnce(byHash.data.properties?.hashed_token ?? '', 'email')).user?.id).toBe(member.id)
    const later = await admin.generateLink({ type: 'magiclink', email: member.email })
    for (const token of ['000000', '123456', '0000000000']) {
      for (const type of ['email', 'recovery', 'magiclink'] as const) {
        const guess = await visitor().auth.verifyOtp({ email: member.email, token, type })
        expect(guess.error).toMatchObject({ status: 403, code: 'otp_expired' })
      }
    }
    expect((await spendOnce(later.data.properties?.hashed_token ?? '', 'magiclink')).user?.id).toBe(member.id)
  })

  test('a newer link replaces the older, and eight at once sign in once or, where no row is locked, each', async () => {
    const member = await newMember()
    const older = await admin.generateLink({ type: 'recovery', email: member.email })
    const newer = await admin.generateLink({ type: 'recovery', email: member.email })
    const stale = await visitor().auth.verifyOtp({
      token_hash: older.data.properties?.hashed_token ?? '',
      type: 'recovery',
    })
    expect(stale.error).toMatchObject({ code: 'otp_expired' })
    const token_hash = newer.data.properties?.hashed_token ?? ''
    const results = await Promise.all(
      Array.from({ length: 8 }, () => visitor().auth.verifyOtp({ token_hash, type: 'recovery' })),
    )
    expect(results.filter(({ error }) => error === null).length).toBeGreaterThan(0)
    for (const { error } of results) expect([undefined, 'otp_expired']).toContain(error?.code)
    const later = await visitor().auth.verifyOtp({ token_hash, type: 'recovery' })
    expect(later.error).toMatchObject({ code: 'otp_expired' })
  })

  test('invitation and sign-up make and confirm an account', async () => {
    const invited = newEmail()
    const invitation = await admin.generateLink({
      type: 'invite',
      email: invited,
      options: { data: { name: 'Ivy' } },
    })
    forget(invitation.data.user)
    expect(invitation.data.user).toMatchObject({ email: invited, user_metadata: { name: 'Ivy' } })
    const { user, client } = await spendOnce(invitation.data.properties?.hashed_token ?? '', 'invite')
    expect(user).toMatchObject({ email: invited, email_confirmed_at: expect.any(String) })
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await visitor().auth.signInWithPassword({ email: invited, password })).error).toBeNull()

    const email = newEmail()
    const signUp = await admin.generateLink({ type: 'signup', email, password })
    forget(signUp.data.user)
    expect((await spendOnce(signUp.data.properties?.hashed_token ?? '', 'email')).user?.email).toBe(email)
    const twice = await admin.generateLink({ type: 'signup', email, password })
    expect(twice.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('the action link redirects with a session, then with an error', async () => {
    const member = await newMember()
    const { data } = await admin.generateLink({ type: 'magiclink', email: member.email })
    const follow = async () => {
      const response = await fetch(data.properties?.action_link ?? '', { redirect: 'manual' })
      expect(response.status).toBe(303)
      return new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1))
    }
    const first = await follow()
    expect(claimsOf(first.get('access_token') ?? '')).toMatchObject({ sub: member.id })
    expect((await follow()).get('error_code')).toBe('otp_expired')
  })

  test('a foreign redirect is not followed', async () => {
    const member = await newMember()
    const options = { redirectTo: 'https://evil.example/steal' }
    const { data } = await admin.generateLink({ type: 'magiclink', email: member.email, options })
    expect(new URL(data.properties?.redirect_to ?? '').hostname).not.toBe('evil.example')
  })

  test('unknown addresses and types are refused', async () => {
    const unknown = await admin.generateLink({ type: 'recovery', email: newEmail() })
    expect(unknown.error).toMatchObject({ status: 404, code: 'user_not_found' })
    const made = await visitor().auth.verifyOtp({ token_hash: 'f'.repeat(56), type: 'recovery' })
    expect(made.error).toMatchObject({ status: 403, code: 'otp_expired' })
    const empty = await visitor().auth.verifyOtp({ token_hash: '', type: 'recovery' })
    expect(empty.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('a password change spends links that were sent before', async () => {
    const { client, user } = await signedIn()
    const { data } = await admin.generateLink({ type: 'recovery', email: user.email })
    await client.auth.updateUser({ password: 'A-New-Password-1', current_password: password })
    const old = await visitor().auth.verifyOtp({
      token_hash: data.properties?.hashed_token ?? '',
      type: 'recovery',
    })
    expect(old.error).toMatchObject({ code: 'otp_expired' })
  })
})

describe.skipIf(target.mailboxUrl === null)('a link by mail', () => {
  test('a forgotten password', async () => {
    const member = await newMember()
    expect((await visitor().auth.resetPasswordForEmail(member.email)).error).toBeNull()
    const { token_hash, type } = await linkTo(member.email)
    expect(type).toBe('recovery')
    const { client } = await spendOnce(token_hash, 'recovery')
    expect((await client.auth.updateUser({ password: 'A-New-Password-1' })).error).toBeNull()
    const signIn = await visitor().auth.signInWithPassword({
      email: member.email,
      password: 'A-New-Password-1',
    })
    expect(signIn.error).toBeNull()
  })

  test('a forgotten password of nobody says nothing; a second mail at once is refused', async () => {
    expect((await visitor().auth.resetPasswordForEmail(newEmail())).error).toBeNull()
    const member = await newMember()
    const results = [
      await visitor().auth.resetPasswordForEmail(member.email),
      await visitor().auth.resetPasswordForEmail(member.email),
    ]
    expect(results.map(({ error }) => error?.code ?? null)).toEqual([null, 'over_email_send_rate_limit'])
  })

  test('a magic link, with and without an account', async () => {
    const member = await newMember()
    expect((await visitor().auth.signInWithOtp({ email: member.email })).error).toBeNull()
    const link = await linkTo(member.email)
    expect((await spendOnce(link.token_hash, 'magiclink')).user?.id).toBe(member.id)
    const options = { shouldCreateUser: false }
    const refused = await visitor().auth.signInWithOtp({ email: newEmail(), options })
    expect(refused.error).toMatchObject({ status: 422, code: 'otp_disabled' })
    const email = newEmail()
    expect((await visitor().auth.signInWithOtp({ email })).error).toBeNull()
    const { user } = await spendOnce((await linkTo(email)).token_hash, 'email')
    forget(user)
    expect(user?.email).toBe(email)
  })

  test('an invitation', async () => {
    const email = newEmail()
    const { data, error } = await admin.inviteUserByEmail(email, { data: { name: 'Ivy' } })
    forget(data.user)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { name: 'Ivy' } })
    const { token_hash, type } = await linkTo(email)
    expect(type).toBe('invite')
    expect((await spendOnce(token_hash, 'invite')).user?.id).toBe(data.user?.id)
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  test('a new address: mails to both mailboxes, then the new one counts', async () => {
    const { client, user } = await signedIn()
    const email = newEmail()
    const { data, error } = await client.auth.updateUser({ email })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: user.email, new_email: email })
    const [toNew, toOld] = [await linkTo(email), await linkTo(user.email)]
    expect(toNew.token_hash).not.toBe(toOld.token_hash)
    const spender = visitor()
    const first = await spender.auth.verifyOtp({ token_hash: toNew.token_hash, type: 'email_change' })
    expect(first.error).toBeNull()
    if (confirms) {
      expect(first.data).toEqual({ user: null, session: null })
      const early = await visitor().auth.signInWithPassword({ email, password })
      expect(early.error).toMatchObject({ code: 'invalid_credentials' })
      await spendOnce(toOld.token_hash, 'email_change')
    }
    const again = await visitor().auth.verifyOtp({ token_hash: toNew.token_hash, type: 'email_change' })
    expect(again.error).toMatchObject({ code: 'otp_expired' })
    const signIn = await visitor().auth.signInWithPassword({ email, password })
    expect(signIn.data.user).toMatchObject({ id: user.id, email })
    expect((await visitor().auth.signInWithPassword({ email: user.email, password })).error).not.toBeNull()
  })

  test('a new address once more', async () => {
    const { client, user } = await signedIn()
    const email = newEmail()
    await client.auth.updateUser({ email })
    const { token_hash } = await linkTo(email)
    await wait(1500)
    expect((await visitor().auth.resend({ type: 'email_change', email: user.email })).error).toBeNull()
    const [newest] = await mailsTo(email, 2)
    expect(newest && linkOf(newest).token_hash).not.toBe(token_hash)
  })

  test.runIf(confirms)('the confirmation of a sign-up, sent twice', async () => {
    const email = newEmail()
    const { data } = await visitor().auth.signUp({ email, password })
    forget(data.user)
    const first = await linkTo(email)
    await wait(1500)
    expect((await visitor().auth.resend({ type: 'signup', email })).error).toBeNull()
    const [newest] = await mailsTo(email, 2)
    const second = newest ? linkOf(newest) : first
    expect(
      (await visitor().auth.verifyOtp({ token_hash: first.token_hash, type: 'email' })).error,
    ).not.toBeNull()
    const { user } = await spendOnce(second.token_hash, 'email')
    expect(user).toMatchObject({ email, email_confirmed_at: expect.any(String) })
  })

  test.runIf(confirms)('a guest confirms an address and keeps everything', async () => {
    const client = visitor()
    const { data: guest } = await client.auth.signInAnonymously()
    forget(guest.user)
    const email = newEmail()
    const { data } = await client.auth.updateUser({ email })
    expect(data.user).toMatchObject({ is_anonymous: true, new_email: email })
    const { user, client: confirmed } = await spendOnce((await linkTo(email)).token_hash, 'email_change')
    expect(user).toMatchObject({ id: guest.user?.id, email, is_anonymous: false })
    expect((await confirmed.auth.updateUser({ password })).error).toBeNull()
    expect((await sessionOf(confirmed)).user.id).toBe(guest.user?.id)
  })
})
