import { deleteApp, initializeApp } from 'firebase/app'
import {
  type Auth,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
} from 'firebase/auth'
import type { FirebaseSettings } from '#core/firebase-settings.ts'
import { authChangedEvent } from './user-context.tsx'

/**
 * Signs people in at the outside identity provider with its own library. Import this file with `import()` only, so
 * that a visitor who never presses its button never downloads it.
 */

/** Names the ways to prove an identity. */
export type ProviderMethod = { method: 'google' } | { method: 'email'; email: string; password: string }

/**
 * Holds the provider's result. Without a proof it carries the provider's error code, such as `auth/popup-blocked`.
 */
export type ProviderProof =
  | {
      ok: true
      /** Sent to our server at once and stored nowhere. */
      idToken: string
      /** True if the provider has proven the person's address. */
      emailVerified: boolean
    }
  | { ok: false; code: string }

let auth: Auth | null = null
let attempts = 0

/**
 * Keeps the provider's session in this page's memory alone: ours is a cookie that no script can read, and a token
 * in a storage would outlive it there. So there is nothing to refresh or to restore.
 */
function open(settings: FirebaseSettings): Auth {
  if (auth) return auth
  const { projectId, apiKey, authDomain, emulatorUrl } = settings
  // Gives each app its own name: the library also caches failures by name, such as a look-up without network.
  const app = initializeApp({ projectId, apiKey, authDomain }, `sign-in-${attempts}`)
  auth = initializeAuth(app, { persistence: inMemoryPersistence })
  auth.languageCode = navigator.language
  if (emulatorUrl) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  return auth
}

/**
 * Asks the provider for a proof of identity. Never throws.
 * @param settings the project
 * @param way how; `google` opens a popup, so call it from a press of a button
 */
export async function proveIdentity(settings: FirebaseSettings, way: ProviderMethod): Promise<ProviderProof> {
  const attempt = ++attempts
  const opened = open(settings)
  try {
    const { user } =
      way.method === 'google'
        ? await signInWithPopup(opened, chooseGoogleAccount(), browserPopupRedirectResolver)
        : await signInWithEmailAndPassword(opened, way.email, way.password)
    return { ok: true, idToken: await user.getIdToken(), emailVerified: user.emailVerified }
  } catch (error) {
    // Lets a later attempt reuse what this one opened.
    if (attempt === attempts) await leaveProvider()
    return { ok: false, code: codeOf(error) }
  }
}

/** Asks which account to use: on a shared phone the last one need not be the wanted one. */
function chooseGoogleAccount(): GoogleAuthProvider {
  const google = new GoogleAuthProvider()
  google.setCustomParameters({ prompt: 'select_account' })
  return google
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (typeof code === 'string') return code
  console.warn('The sign-in at the provider broke down', error)
  return 'auth/internal-error'
}

/** Ends the session at the provider, if there is one. Never throws. */
export async function leaveProvider(): Promise<void> {
  if (!auth) return
  const current = auth
  auth = null
  await signOut(current)
    .then(() => deleteApp(current.app))
    .catch((error: unknown) => console.warn('The session at the provider could not be ended', error))
}

// Ends the provider's session too when somebody logs out, in this tab or another.
window.addEventListener(authChangedEvent, (event) => {
  if (event instanceof CustomEvent && event.detail === null) void leaveProvider()
})
