// Generated from private.roles and private.permissions by `npm run database -- types`. Change the rows, not this file.

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

/** Permissions that an admin also gives to one person, for one event or for all, until a time. */
export const capabilities = ['scan', 'door_manager', 'promoter', 'stream_operator', 'campaign_author'] as const
export type Capability = (typeof capabilities)[number]
