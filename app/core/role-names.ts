// Generated from private.roles by `npm run database -- types`. Change the rows, not this file.

/** The roles of accounts, in the order in which lists offer them. A guest is an anonymous sign-in that has not registered. */
export const roles = ['admin', 'moderator', 'member', 'guest'] as const
export type Role = (typeof roles)[number]

/** Names each role for people, with the colour of its badge. */
export const roleNames = {
  admin: { text: 'Admin', tone: 'solid' },
  moderator: { text: 'Moderator', tone: 'accent' },
  member: { text: 'Member', tone: 'neutral' },
  guest: { text: 'Guest', tone: 'neutral' },
} as const
