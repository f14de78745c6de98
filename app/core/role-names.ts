/** Lists the roles of accounts. A guest is an anonymous sign-in that has not registered. */
export const roles = ['admin', 'moderator', 'member', 'guest'] as const
export type Role = (typeof roles)[number]
