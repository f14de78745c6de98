import { safePath } from '#core/safe-path.ts'
import { readStored, writeStored } from './storage.ts'

/** Opens the sign-in window by an event, and stores its tab and redirect. */

export type SignInTab = 'login' | 'register'

/** Describes what the window-level event carries. */
export type SignInRequest = {
  /** The tab to open; left out: Register if that was stored earlier, else Login. */
  tab?: SignInTab
  /** Names the path of this site to open after signing in; without it the page stays. */
  redirect?: string
}

/** Names the event on `window`; its `detail` is a `SignInRequest`. */
export const signInEvent = 'open-auth-modal'

const tabKey = 'auth-tab'
const redirectKey = 'redirect-after-auth'

/** Dispatches the event that opens the sign-in window. */
export function openSignIn(request: SignInRequest = {}): void {
  window.dispatchEvent(new CustomEvent<SignInRequest>(signInEvent, { detail: request }))
}

/**
 * Listens for requests to open the window.
 * @returns stops listening
 */
export function onSignInRequest(open: (request: SignInRequest) => void): () => void {
  const listener = (event: Event) => {
    // Validates the detail: any script may dispatch the event.
    const detail: unknown = event instanceof CustomEvent ? event.detail : null
    const tab = fieldOf(detail, 'tab')
    const redirect = fieldOf(detail, 'redirect')
    open({
      tab: tab === 'login' || tab === 'register' ? tab : undefined,
      redirect: typeof redirect === 'string' ? redirect : undefined,
    })
  }
  window.addEventListener(signInEvent, listener)
  return () => window.removeEventListener(signInEvent, listener)
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** @returns the tab that was stored earlier */
export function storedTab(): SignInTab {
  return readStored('session', tabKey) === 'register' ? 'register' : 'login'
}

/** Stores Register; an empty storage means Login. */
export function storeTab(tab: SignInTab): void {
  writeStored('session', tabKey, tab === 'register' ? 'register' : null)
}

/**
 * Stores where to go after signing in. Only a safe path of this site is stored; any other value removes the old
 * one.
 */
export function storeRedirect(path: string | undefined): void {
  const safe = path === undefined ? '' : safePath(path, '')
  writeStored('session', redirectKey, safe || null)
}

/** Takes the stored path, once, and validates it again: any script may have written it. */
export function takeRedirect(): string | null {
  const stored = readStored('session', redirectKey)
  writeStored('session', redirectKey, null)
  return stored === null ? null : safePath(stored, '') || null
}
