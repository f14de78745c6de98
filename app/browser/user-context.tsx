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

/** Names the event on `window` for each change of the user; its `detail` is the user or null. */
export const authChangedEvent = 'auth-changed'

type UserSession = {
  user: User | null
  isAdmin: boolean
  isModerator: boolean
  /** True for a user who is no guest. */
  isAuthenticated: boolean
  /**
   * Takes over the user of a sign-in response, in any of its forms.
   * @throws Error "Invalid user data received" when there is no user in it
   */
  login: (response: unknown) => User
  /** Merges changed fields into the user. */
  update: (fields: Partial<Omit<User, 'id'>>) => void
  /**
   * Ends the session on the server, then removes the stored user.
   * @throws when the server can't be reached
   */
  logout: () => Promise<void>
}

const UserContext = createContext<UserSession | null>(null)

/**
 * Provides the signed-in user.
 * @param me who the server rendered this page for: a user, null for a visitor, undefined when the server did not
 * know
 */
export function UserProvider({ me, children }: { me?: User | null; children: ReactNode }) {
  const [user, setUser] = useState<User | null>(me ?? null)
  const current = useRef(user)

  /** Shows, stores and broadcasts the user. */
  const become = useCallback((next: User | null) => {
    current.current = next
    setUser(next)
    if (next) storeUser(next)
    else clearStoredUser()
    window.dispatchEvent(new CustomEvent<User | null>(authChangedEvent, { detail: next }))
  }, [])

  // Starts with the stored user, then lets the server confirm it. When the server has just rendered this page for a
  // visitor, the stored user is not shown before the response: a wrong name in the header is worse than none.
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
    const controller = new AbortController()
    validate(controller.signal).then(
      (response) => {
        // Keeps the server's markup of parts whose code is still loading, instead of rendering them again.
        if (!controller.signal.aborted) startTransition(() => become(response))
      },
      (error) => {
        if (controller.signal.aborted) return
        console.warn('The session could not be checked', error)
        current.current = shown
        setUser(shown)
      },
    )
    return () => controller.abort()
  }, [become])

  // Prefers later responses of the server (after a sign-in without this window, a role change) over the shown user.
  const drawn = useRef(me)
  useEffect(() => {
    if (drawn.current === me || me === undefined) return
    drawn.current = me
    if (JSON.stringify(me) !== JSON.stringify(current.current)) become(me)
  }, [me, become])

  // Follows changes of other tabs.
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
 * Returns who is signed in, and what changes it.
 * @throws Error when used outside a UserProvider
 */
export function useUser(): UserSession {
  const session = useContext(UserContext)
  if (!session) throw new Error('useUser must be used within a UserProvider')
  return session
}
