import { roleMay } from '#core/roles.ts'
import type { Account, AccountState } from './people.types.ts'

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'solid'

/** Names states of accounts, with the colour of their badge. */
export const stateNames: Record<AccountState, { text: string; tone: Tone }> = {
  guest: { text: 'Guest', tone: 'neutral' },
  member: { text: 'Active', tone: 'success' },
  suspended: { text: 'Suspended', tone: 'danger' },
  banned: { text: 'Banned', tone: 'danger' },
  deletion_pending: { text: 'Asked to be deleted', tone: 'warning' },
  deleted: { text: 'Deleted by staff', tone: 'danger' },
  merged: { text: 'Merged into another', tone: 'neutral' },
}

/** Returns the name of a state as the log has it, whatever it holds. */
export function stateText(state: string): string {
  return Object.entries(stateNames).find(([name]) => name === state)?.[1].text ?? words(state)
}

/** Turns a name of the database into words: `order_paid` is "Order paid". */
export function words(name: string): string {
  const text = name.replaceAll(/[._]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Lists the changes that staff can make to an account, each on a page of its own that asks for a reason. */
export const personSteps = [
  'role',
  'suspend',
  'ban',
  'reinstate',
  'sign-out',
  'second-step',
  'delete',
  'keep',
  'undo-merge',
] as const
export type PersonStep = (typeof personSteps)[number]

type StepText = {
  /** Label of the link that leads to it. */
  link: string
  title: string
  text: string
  button: string
  done: string
  /** Written before the account is changed for the worse. */
  danger?: true
  /** True if the database asks for no proof. */
  unproven?: true
}

export const stepTexts: Record<PersonStep, StepText> = {
  role: {
    link: 'Change role…',
    title: 'Change role',
    text: 'The new role applies right away, in every session of this person.',
    button: 'Change role',
    done: 'The role was changed.',
  },
  suspend: {
    link: 'Suspend…',
    title: 'Suspend',
    text: 'They are signed out everywhere at once and can’t sign in until the suspension ends. Their orders and tickets stay valid and are admitted.',
    button: 'Suspend',
    done: 'The account is suspended.',
    danger: true,
  },
  ban: {
    link: 'Ban…',
    title: 'Ban',
    text: 'They are signed out everywhere at once and can’t sign in until an admin reinstates the account. Their orders and tickets stay valid and are admitted.',
    button: 'Ban',
    done: 'The account is banned.',
    danger: true,
  },
  reinstate: {
    link: 'Reinstate…',
    title: 'Reinstate',
    text: 'The account opens again. They have to sign in again.',
    button: 'Reinstate',
    done: 'The account is open again.',
  },
  'sign-out': {
    link: 'Sign out everywhere…',
    title: 'Sign out everywhere',
    text: 'Every session of this person ends. They can sign in again.',
    button: 'Sign out everywhere',
    done: 'They are signed out everywhere.',
    unproven: true,
  },
  'second-step': {
    link: 'Turn off two-step verification…',
    title: 'Turn off two-step verification',
    text: 'For someone who lost their phone or passkey and their recovery codes: first make sure it’s really them. Their authenticator app, passkeys and recovery codes stop working, every session ends, and they get an email. They then sign in with their password alone.',
    button: 'Turn off two-step verification',
    done: 'Two-step verification is off, and they are signed out everywhere.',
    danger: true,
  },
  delete: {
    link: 'Delete…',
    title: 'Delete account',
    text: 'The account closes at once and is erased in 14 days; until then you can call it off. Orders and tickets are kept without name and contact, with a code in place of the email.',
    button: 'Delete account',
    done: 'The account is closed and will be erased.',
    danger: true,
  },
  keep: {
    link: 'Call off deletion…',
    title: 'Call off deletion',
    text: 'The account is what it was before, and will not be erased.',
    button: 'Keep the account',
    done: 'The account stays.',
  },
  'undo-merge': {
    link: 'Undo…',
    title: 'Undo merge',
    text: 'What the merge moved goes back to the account that was closed, and that account opens again. What was given away or deleted since stays as it is.',
    button: 'Undo merge',
    done: 'The merge was undone.',
  },
}

/** Returns what can be done to an account now, in the order of its page. The database decides again. */
export function stepsOf({
  state,
  role,
  isSelf,
  sessions,
  hasSecondFactor,
}: Account): (PersonStep | 'merge')[] {
  if (isSelf) return []
  const isStaff = roleMay(role, 'be_staff')
  const isOpen = state === 'member' || state === 'guest' || state === 'deletion_pending'
  const isSanctioned = state === 'suspended' || state === 'banned'
  return [
    ...(isOpen && roleMay(role, 'own_account') ? (['role'] as const) : []),
    ...(isSanctioned ? (['reinstate'] as const) : []),
    ...(isOpen ? (['suspend'] as const) : []),
    ...(isOpen || state === 'suspended' ? (['ban'] as const) : []),
    ...(sessions.count > 0 ? (['sign-out'] as const) : []),
    ...(hasSecondFactor && (isOpen || isSanctioned) ? (['second-step'] as const) : []),
    ...(isStaff || !(state === 'member' || state === 'guest') ? [] : (['merge'] as const)),
    ...(!isStaff && (isOpen || isSanctioned) ? (['delete'] as const) : []),
    ...(state === 'deleted' ? (['keep'] as const) : []),
  ]
}

/** Says why a step can't be taken for an account now; null where it can. */
export function stepRefusal(step: PersonStep, account: Account): string | null {
  if (account.isSelf) return 'You can’t change your own account here. Another admin can.'
  // Any merge can be undone, whatever state the account is in.
  if (step === 'undo-merge' || stepsOf(account).includes(step)) return null
  return 'This can’t be done with the account as it is now.'
}

/** Names what a merge moves, by the column that names its person. */
export const mergeNames: Record<string, string> = {
  'public.orders.owner_id': 'Orders',
  'public.tickets.owner_id': 'Tickets',
  'public.holds.owner_id': 'Expired holds',
  'public.cart_items.owner_id': 'Merch in the cart',
  'private.cart_addresses.owner_id': 'Address of the cart',
  'private.cart_codes.owner_id': 'Codes in the cart',
  'public.posts.author_id': 'Posts',
  'public.follows.user_id': 'Artists and series followed',
  'public.person_follows.follower_id': 'People followed',
  'public.person_follows.followed_id': 'Followers',
  'public.person_blocks.user_id': 'People blocked or muted',
  'public.person_blocks.other_id': 'Blocked or muted by people',
  'public.event_company.user_id': 'Shown as going',
  'public.notifications.user_id': 'Notifications',
  'public.notifications.actor_id': 'Notifications to others',
  'private.event_alerts.user_id': 'Alerts',
  'private.event_unlocks.user_id': 'Private events opened',
  'private.unlocked_codes.user_id': 'Codes typed in',
  'private.firebase_identities.user_id': 'Sign-in providers',
  'public.person_notes.user_id': 'Notes by staff',
}
