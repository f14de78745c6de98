import {
  createContext,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import * as paths from '#core/paths.ts'
import type { User } from '#core/roles.ts'
import { apiRequest } from './api-request.ts'
import { clearStoredUser, concernsUser, findUser, readStoredUser, storeUser } from './stored-user.ts'

/** Broadcast on `window` whenever the user changes; its `detail` is the user or null. */
export const authChangedEvent = 'auth-changed'

type UserSession = {
  user: User | null
  isAdmin: boolean
  isModerator: boolean
  /** There is a user and it is not a guest. */
  isAuthenticated: boolean
  /**
   * Takes over the user of a sign-in answer, in any of its forms.
   * @throws Error "Invalid user data received" when there is no user in it
   */
  login: (response: unknown) => User
  /** Merges changed fields into the user. */
  update: (fields: Partial<Omit<User, 'id'>>) => void
  /** Ends the session on the server, then forgets the user here. @throws when the server can't be reached */
  logout: () => Promise<void>
}

const UserContext = createContext<UserSession | null>(null)

/**
 * Holds who is signed in.
 * @param me who the server rendered this page for: a user, null for nobody, undefined when it could not tell
 */
export function UserProvider({ me, children }: { me?: User | null; children: ReactNode }) {
  const [user, setUser] = useState<User | null>(me ?? null)
  const current = useRef(user)

  /** Shows, stores and broadcasts. */
  const become = useCallback((next: User | null) => {
    current.current = next
    setUser(next)
    if (next) storeUser(next)
    else clearStoredUser()
    window.dispatchEvent(new CustomEvent<User | null>(authChangedEvent, { detail: next }))
  }, [])

  // Startup: read what is stored, then let the server confirm it. When the server has just rendered this page for
  // nobody, the stored user is not shown before the answer: a wrong name in the header is worse than none.
  const startedFor = useRef(me)
  useEffect(() => {
    const stored = readStoredUser()
    const shown = startedFor.current ?? stored
    if (!shown) return
    if (startedFor.current !== null) {
      current.current = shown
      setUser(shown)
      storeUser(shown)
    }
    const asked = new AbortController()
    validate(asked.signal).then(
      (response) => {
        // A part of the page whose code is still on its way keeps what the server drew, instead of being drawn anew.
        if (!asked.signal.aborted) startTransition(() => become(response))
      },
      (error) => {
        if (asked.signal.aborted) return
        console.warn('The session could not be checked', error)
        current.current = shown
        setUser(shown)
      },
    )
    return () => asked.abort()
  }, [become])

  // Later answers of the server (after a sign-in without this window, a role change) win over what is shown.
  const known = useRef(me)
  useEffect(() => {
    if (known.current === me || me === undefined) return
    known.current = me
    if (JSON.stringify(me) !== JSON.stringify(current.current)) become(me)
  }, [me, become])

  // Other tabs follow.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (!concernsUser(event)) return
      current.current = readStoredUser()
      setUser(current.current)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [])

  const session = useMemo<UserSession>(
    () => ({
      user,
      isAdmin: user?.role === 'admin',
      isModerator: user?.role === 'moderator',
      isAuthenticated: user !== null && !user.isGuest,
      login(response) {
        const found = findUser(response)
        if (!found) throw new Error('Invalid user data received')
        become(found)
        return found
      },
      update(fields) {
        if (current.current) become({ ...current.current, ...fields })
      },
      async logout() {
        await apiRequest('POST', paths.apiLogout())
        become(null)
      },
    }),
    [user, become],
  )
  return <UserContext.Provider value={session}>{children}</UserContext.Provider>
}

/** @returns the user the server knows, or null when it says there is no valid session @throws on a network error */
async function validate(signal: AbortSignal): Promise<User | null> {
  const response = await apiRequest('GET', paths.apiMe(), undefined, { suppressErrors: true, signal })
  return response.ok ? findUser(await response.json()) : null
}

/**
 * Who is signed in, and what changes it.
 * @throws Error when used outside a UserProvider
 */
export function useUser(): UserSession {
  const session = useContext(UserContext)
  if (!session) throw new Error('useUser must be used within a UserProvider')
  return session
}
