import { useLocation, useNavigate, useRevalidator } from '@remix-run/react'
import {
  Bot,
  LayoutDashboard,
  LogOut,
  ScanLine,
  Settings,
  Ticket,
  UserRound,
  UserRoundPlus,
} from 'lucide-react'
import { forgetPacks } from '#browser/forget-packs.ts'
import { toast } from '#browser/toast.ts'
import { useUser } from '#browser/user-context.tsx'
import * as paths from '#core/paths.ts'
import type { User } from '#core/roles.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Menu } from '#ui/menu.tsx'
import type { MenuEntry } from '#ui/menu-entry.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import * as css from './account-menu.css.ts'
import { Bell } from './bell.tsx'

/** The display name of guests who gave none. */
const unnamedGuest = 'Guest'

/** Makes the name for the header: followed by (Admin) for admins and (Guest) for guests. A guest without a name is "You (Guest)". */
export function nameWithSuffix(user: Pick<User, 'displayName' | 'username' | 'role' | 'isGuest'>): string {
  const name = user.displayName || user.username || 'User'
  if (user.isGuest) return `${name === unnamedGuest ? 'You' : name} (Guest)`
  return user.role === 'admin' ? `${name} (Admin)` : name
}

const links: MenuEntry[] = [
  { kind: 'link', to: paths.myTickets(), label: 'My Tickets', icon: Ticket },
  { kind: 'link', to: paths.profile(), label: 'Profile', icon: UserRound },
  { kind: 'link', to: paths.aiAssistant(), label: 'AI Assistant', icon: Bot },
  // Shown to everyone who is signed in, as specified; the page itself decides.
  { kind: 'link', to: paths.admin(), label: 'Admin Dashboard', icon: LayoutDashboard },
]

export type UserMenuProps = {
  /** The staff pages that a person who is no admin may see; the menu leads to the first, whose navigation lists the others. */
  staff?: readonly { to: string; label: string }[]
  /** Counts what a member has not read of the bell, up to 100; null for guests. */
  unread?: number | null
}

/** The link of members; a guest would have to register first. */
const settings: MenuEntry = { kind: 'link', to: paths.settings(), label: 'Settings', icon: Settings }

/** The bell of members and the user's dropdown. Fetched for people who are signed in. */
export function UserMenu({ user, staff = [], unread = null }: { user: User } & UserMenuProps) {
  const { logout } = useUser()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()

  const leave = async () => {
    try {
      await logout()
      forgetPacks()
      revalidate()
      navigate(paths.home())
    } catch {
      toast.error({
        title: "You're still signed in",
        text: 'Network error. Please check your connection and try again.',
      })
    }
  }
  const name = nameWithSuffix(user)
  // The window opens over any page whose address requests it.
  const registerHere = `${pathname}?${new URLSearchParams([...new URLSearchParams(search), ['auth', 'register'], ['redirect', pathname + search]])}`
  const entries: MenuEntry[] = [
    ...(user.isGuest
      ? [{ kind: 'link' as const, to: registerHere, label: 'Create an account', icon: UserRoundPlus }]
      : []),
    ...links,
    ...staff
      .slice(0, 1)
      .map(({ to }) => ({ kind: 'link' as const, to, label: 'Staff tools', icon: ScanLine })),
    ...(user.isGuest ? [] : [settings]),
    { kind: 'separator', key: 'logout' },
    {
      kind: 'action',
      label: 'Logout',
      icon: LogOut,
      form: { action: paths.apiLogout(), fields: { redirect: paths.home() } },
      onSelect: () => void leave(),
    },
  ]
  return (
    <>
      {!user.isGuest && <Bell unread={unread ?? 0} />}
      <Menu
        label={`Account of ${name}`}
        triggerClassName={css.trigger}
        namedByTrigger
        trigger={
          <>
            <span className={visuallyHidden}>Account of </span>
            <Avatar src={user.avatar} displayName={user.displayName} username={user.username} />
            <span className={css.triggerName}>{name}</span>
          </>
        }
        header={
          <>
            <p className={css.name}>{name}</p>
            {user.username && <p className={css.handle}>@{user.username}</p>}
          </>
        }
        entries={entries}
      />
    </>
  )
}
