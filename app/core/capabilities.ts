// Generated from private.permissions by `npm run database -- types`. Change the rows, not this file.

/** Permissions that an admin also gives to one person, for one event or for all, until a time. */
export const capabilities = ['scan', 'door_manager', 'promoter', 'stream_operator', 'campaign_author'] as const
export type Capability = (typeof capabilities)[number]
