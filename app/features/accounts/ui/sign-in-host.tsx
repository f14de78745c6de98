import { useLocation, useNavigate, useNavigation, useRevalidator } from '@remix-run/react'
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  onSignInRequest,
  type SignInTab,
  storedTab,
  storeRedirect,
  takeRedirect,
} from '#browser/sign-in-window.ts'
import { toast } from '#browser/toast.ts'
import { useUser } from '#browser/user-context.tsx'
import type { FirebaseSettings } from '#core/firebase-settings.ts'
import { safePath } from '#core/safe-path.ts'
import type { SignInReply } from '../accounts.types.ts'
import type { SignInWindowProps } from './sign-in-window.tsx'
// The window's code comes late, but its looks must be there when the server opens it.
import '#ui/dialog.css.ts'
import '#ui/field.css.ts'
import '#ui/tabs.css.ts'
import './sign-in-window.css.ts'

/** Sets how long the success message is shown before the page changes, in milliseconds. */
const redirectDelay = 800

const loadWindow = () => import('./sign-in-window.tsx')
const lazyWindow = () =>
  lazy(() =>
    loadWindow().then(
      (loaded): { default: ComponentType<SignInWindowProps> } => ({ default: loaded.SignInWindow }),
      (): { default: ComponentType<SignInWindowProps> } => ({ default: UnloadedWindow }),
    ),
  )
let SignInWindow = lazyWindow()

/** Replaces a window whose code could not be fetched: shows why and closes, and the next try fetches again. */
function UnloadedWindow({ onClose }: SignInWindowProps) {
  const reported = useRef(false)
  useEffect(() => {
    if (reported.current) return
    reported.current = true
    SignInWindow = lazyWindow()
    toast.error({
      title: "Sign-in didn't open",
      text: 'Network error. Please check your connection and try again.',
    })
    onClose()
  }, [onClose])
  return null
}

/** Fetches the window's code ahead, when a pointer or the keyboard comes near what opens it. */
export function prepareSignIn(): void {
  loadWindow().catch(() => undefined)
}

type Opened = { tab: SignInTab; redirect: string }

/**
 * Opens the sign-in window: on the window-level event, and for a page's URL with `?auth=login`, which is
 * also how it works before JavaScript arrives.
 * @param reply what a form of the window came back with when it was posted without JavaScript
 */
export function SignInHost({
  brandName,
  firebase,
  reply,
}: {
  brandName: string
  /** The outside identity provider; null where none is set up. */
  firebase: FirebaseSettings | null
  reply: SignInReply | undefined
}) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { revalidate } = useRevalidator()
  const { isAuthenticated } = useUser()
  const [requested, setRequested] = useState<(Opened & { over: string }) | null>(null)

  const params = new URLSearchParams(search)
  const auth = params.get('auth')
  const addressed: Opened | null =
    (auth === 'login' || auth === 'register') && !isAuthenticated
      ? { tab: auth, redirect: safePath(params.get('redirect')) }
      : null
  const opened = requested ?? addressed
  const rest = new URLSearchParams(search)
  for (const name of ['auth', 'redirect', 'refused']) rest.delete(name)
  const closeHref = pathname + (rest.size > 0 ? `?${rest}` : '')

  // The page it is opened over: the next one, when the browser is on its way there, as after a logout.
  const over = navigation.location?.pathname ?? pathname
  useEffect(
    () =>
      onSignInRequest(({ tab, redirect }) => {
        storeRedirect(redirect)
        setRequested({ tab: tab ?? storedTab(), redirect: safePath(redirect, ''), over })
      }),
    [over],
  )

  // A link in the window leads to another page: the window stays with the one it was opened over.
  useEffect(
    () => setRequested((now) => (now && now.over !== pathname && now.over !== over ? null : now)),
    [pathname, over],
  )

  const addressedRedirect = addressed && (params.get('redirect') ?? '')
  useEffect(() => {
    if (addressedRedirect !== null) storeRedirect(addressedRedirect)
  }, [addressedRedirect])

  const leaving = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(leaving.current), [])

  if (!opened) return null

  const close = () => {
    setRequested(null)
    if (auth !== null) navigate(closeHref, { replace: true, preventScrollReset: true })
  }
  const done = () => {
    close()
    revalidate()
    const next = takeRedirect()
    if (next) leaving.current = setTimeout(() => navigate(next), redirectDelay)
  }
  return (
    <Suspense fallback={null}>
      <SignInWindow
        key={`${opened.tab} ${opened.redirect}`}
        tab={opened.tab}
        redirect={opened.redirect || closeHref}
        reply={requested ? undefined : reply}
        refused={requested ? null : params.get('refused')}
        closeHref={closeHref}
        brandName={brandName}
        firebase={firebase}
        onClose={close}
        onDone={done}
      />
    </Suspense>
  )
}
