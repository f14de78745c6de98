import { useLocation } from '@remix-run/react'
import { lazy, Suspense } from 'react'
import { openSignIn } from '#browser/sign-in-window.ts'
import { useUser } from '#browser/user-context.tsx'
import * as paths from '#core/paths.ts'
import type { User } from '#core/roles.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import * as css from './account-menu.css.ts'
import { prepareSignIn } from './sign-in-host.tsx'
import type { UserMenuProps } from './user-menu.tsx'

const UserMenu = lazy(() =>
  import('./user-menu.tsx').then(
    (loaded) => ({ default: loaded.UserMenu }),
    () => ({ default: ProfileLink }),
  ),
)

/** Stands for a menu whose code is on its way or could not be fetched: a plain link to the profile. */
function ProfileLink({ user }: { user: User }) {
  return (
    <a href={paths.profile()} className={css.trigger} aria-label="Profile">
      <Avatar src={user.avatar} displayName={user.displayName} username={user.username} />
    </a>
  )
}

/** The right end of the header: Sign In for visitors, the bell and the user's dropdown for everybody else. */
export function AccountMenu(props: UserMenuProps) {
  const { user } = useUser()
  if (!user) return <SignInButton />
  return (
    <Suspense fallback={<ProfileLink user={user} />}>
      <UserMenu user={user} {...props} />
    </Suspense>
  )
}

/** Opens the sign-in window; before JavaScript arrives, its page. */
function SignInButton() {
  const { pathname, search } = useLocation()
  return (
    <form method="get" action={paths.home()}>
      <input type="hidden" name="redirect" value={pathname + search} />
      <Button
        type="submit"
        size="sm"
        name="auth"
        value="login"
        onPointerEnter={prepareSignIn}
        onFocus={prepareSignIn}
        onClick={(event) => {
          event.preventDefault()
          openSignIn()
        }}
      >
        Sign In
      </Button>
    </form>
  )
}
