import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cleanLine } from '#core/plain-text.ts'
import { type Result, refused } from '#core/result.ts'
import { type Actor, isMember } from '#core/roles.ts'
import { readActor } from '#server/actor.server.ts'
import { placeholderEmail } from '#server/auth-accounts.server.ts'
import { type FirebaseIdentity, readFirebaseRules, verifyFirebaseToken } from '#server/firebase.server.ts'
import { recordProof } from '#server/proof.server.ts'
import { countAttempt, visitorNetwork } from '#server/rate-limit.server.ts'
import { rpcResult } from '#server/rpc.server.ts'
import { isSecondStepNeeded, type RequestArgs, readIdentity, startSession } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readLinkedAccount } from './accounts.reads.server.ts'
import type { FirebaseInput } from './accounts.schema.ts'
import { identityOutcomeSchema } from './accounts.types.ts'
import { actorNow, createAccount } from './accounts.writes.server.ts'

/** Signing in with an ID token of the outside identity provider. */

/**
 * Exchanges an ID token for a session. The account is found by the provider's issuer and subject; by address only where
 * both sides proved it; a guest's own account becomes the permanent one; else an account is created. What a guest chose and
 * bought goes along to an account that was there already.
 * Refuses `provider_off`, `provider_refused` (anything wrong with the token, or used before), `provider_email_taken`,
 * `provider_linked_elsewhere`, `account_deactivated`, `password_needed` (staff who connect an identity without a recent proof),
 * `second_step` and `rate_limited`.
 */
export async function exchangeIdToken(args: RequestArgs, input: FirebaseInput): Promise<Result<Actor>> {
  const rules = readFirebaseRules()
  if (!rules) return refused('provider_off')
  const session = await readIdentity(args)
  const network = await visitorNetwork(args)
  const limited = await countAttempt({ limit: 'identity', subject: session?.id, network })
  if (limited) return { ok: false, refusal: limited }
  const identity = await verifyFirebaseToken(input.idToken, rules)
  if (!identity) return refused('provider_refused')

  const caller = await readActor(args)
  const exchanged = await rpcResult(
    serviceClient(),
    'exchange_identity',
    {
      p_issuer: identity.issuer,
      p_subject: identity.subject,
      p_email: identity.email,
      p_email_verified: identity.emailVerified,
      p_token_hash: identity.tokenHash,
      p_expires_at: identity.uselessAt.toISOString(),
      p_caller: caller?.id ?? null,
      p_session: session?.sessionId ?? null,
      p_link: input.link ?? false,
    },
    identityOutcomeSchema,
  )
  if (!exchanged.ok) return exchanged
  const outcome = exchanged.value
  const email =
    outcome.outcome === 'known' || outcome.outcome === 'linked'
      ? outcome.email
      : await createLinked(isMember(caller) ? null : caller, identity)
  if (email === null) return refused('provider_email_taken')
  if (await openSessionOf(args, email)) return refused('second_step')
  const signedIn = await actorNow(args, caller)
  // The token is no older than the sign-in at the provider by a few minutes. One that was connected just now proves nothing
  // about whose account this is.
  if (signedIn.ok && outcome.outcome === 'known') await recordProof(args, signedIn.value)
  return signedIn
}

/**
 * Creates the account of an identity, or turns the guest's account into it.
 * @returns its address in Supabase Auth, or null when another account took the address meanwhile
 */
async function createLinked(guest: Actor | null, identity: FirebaseIdentity): Promise<string | null> {
  const { issuer, subject, emailVerified, name } = identity
  // An address the provider has not proven is not put on the account, where it would look like ours.
  const email = identity.email !== null && emailVerified ? identity.email : placeholderEmail()
  const error = await createAccount(guest, {
    email,
    app_metadata: {
      display_name: cleanLine(name ?? '', 40) || 'Member',
      firebase: { issuer, subject, email_verified: emailVerified },
      ...(identity.email !== null && { contact_email: identity.email }),
    },
  })
  if (!error) return email
  // Two exchanges at once: the other one created the account between our look and our write.
  const linked = await readLinkedAccount(issuer, subject)
  if (linked) return linked.email
  if (error.code === 'email_exists') return null
  throw error
}

/**
 * Opens a session of an account without its password: by a one-time link that never leaves this process. Supabase Auth
 * keeps one link per account, so that a sign-in on another device at this moment voids ours; then we make another.
 * @returns whether the session waits for its second step
 */
async function openSessionOf(args: RequestArgs, email: string): Promise<boolean> {
  for (let retries = 8; ; retries--) {
    const { data, error } = await serviceClient().auth.admin.generateLink({ type: 'magiclink', email })
    if (error) throw error
    const refusedBy = await startSession(args, (auth) =>
      auth.verifyOtp({ type: 'magiclink', token_hash: data.properties.hashed_token }),
    )
    if (!refusedBy || isSecondStepNeeded(refusedBy)) return refusedBy !== null
    if (refusedBy.code !== 'otp_expired' || retries === 0) throw refusedBy
    await wait(randomInt(20, 120))
  }
}
