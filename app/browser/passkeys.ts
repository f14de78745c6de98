import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Asks the browser for passkeys (WebAuthn). The library is loaded by the pages that need it alone. */

const library = () => import('@simplewebauthn/browser')

/** Options for the browser, as the server sent them. */
type Options = { challenge: string }

/** Why the browser gave no passkey: the person said no or waited too long, this device has one already, or it went wrong. */
export type PasskeyFailure = 'cancelled' | 'known' | 'failed'
type Asked = { ok: true; credential: string } | { ok: false; why: PasskeyFailure }

/** Returns whether this browser has passkeys; loads the code for them ahead. False on the server. */
export function canUsePasskeys(): boolean {
  if (typeof PublicKeyCredential !== 'function') return false
  void library()
  return true
}

/** Has the device make a passkey. @param options those of a challenge of the type `create` */
export async function createPasskey(options: Options): Promise<Asked> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return asked(library().then(({ startRegistration }) => startRegistration({ optionsJSON })))
}

/** Has the device sign with a passkey. @param options those of a challenge of the type `request` */
export async function askPasskey(options: Options): Promise<Asked> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return asked(library().then(({ startAuthentication }) => startAuthentication({ optionsJSON })))
}

async function asked(answering: Promise<object>): Promise<Asked> {
  try {
    return { ok: true, credential: JSON.stringify(await answering) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return { ok: false, why: 'cancelled' }
    return { ok: false, why: name === 'InvalidStateError' ? 'known' : 'failed' }
  }
}
