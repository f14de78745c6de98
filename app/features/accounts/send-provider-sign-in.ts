import type { ProviderMethod } from '#browser/firebase.ts'
import type { FirebaseSettings } from '#core/firebase-settings.ts'
import * as paths from '#core/paths.ts'
import { networkFailure, type SignInOutcome, sendSignIn } from './send-sign-in.ts'
import type { ProviderFailure } from './sign-in-messages.ts'

/** Describes how an attempt through the provider ended; `idToken` is set if the same token can be used after logging in. */
export type ProviderOutcome = SignInOutcome<ProviderFailure> & { idToken?: string }

/** Fetches the provider's library, once. */
export const loadProvider = () => import('#browser/firebase.ts')

/**
 * Signs in through the outside identity provider: its proof goes to our server, and whatever that says, the session at
 * the provider ends, because the one that counts is ours. Never throws.
 */
export async function sendProviderSignIn(
  settings: FirebaseSettings,
  way: ProviderMethod,
): Promise<ProviderOutcome> {
  let provider: Awaited<ReturnType<typeof loadProvider>>
  try {
    provider = await loadProvider()
  } catch {
    return { ok: false, failure: networkFailure(), errors: [] }
  }
  const proof = await provider.proveIdentity(settings, way)
  if (!proof.ok) {
    const failure = { kind: 'provider', code: proof.code, offline: !navigator.onLine } as const
    return { ok: false, failure, errors: [] }
  }
  const { idToken, emailVerified } = proof
  const outcome = await sendSignIn({ path: paths.apiFirebase(), body: { idToken } })
  await provider.leaveProvider()
  if (outcome.ok || outcome.failure.kind !== 'refused' || outcome.failure.status !== 409) {
    // The server's refusals of the token belong to no field.
    return outcome.ok ? outcome : { ...outcome, errors: [] }
  }
  const failure = { kind: 'known_email', connectable: emailVerified } as const
  return { ok: false, failure, errors: [], ...(emailVerified && { idToken }) }
}
