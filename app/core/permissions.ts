// Generated from private.permissions by `npm run database -- types`. Change the rows, not this file.

import type { Capability } from './capabilities.ts'
import type { Role } from './role-names.ts'

/** Says which roles have a permission everywhere, and which grants give it at their event. */
export const permissions = {
  /** Scans tickets, and hands goods over. */
  scan: { roles: ['admin', 'moderator'], grants: ['scan', 'door_manager'] },
  /** Manages a door: its list of guests, tables and pickups, and entries taken back. */
  door_manager: { roles: ['admin'], grants: ['door_manager'] },
  /** Promotes an event: adds names to its guest list. */
  promoter: { roles: ['admin'], grants: ['promoter'] },
  /** Runs the streams of an event: watches them before everybody, puts them on the air, ends them. */
  stream_operator: { roles: ['admin'], grants: ['stream_operator'] },
  /** Writes email campaigns and submits them; sends none, and sees no addresses. */
  campaign_author: { roles: ['admin'], grants: ['campaign_author'] },
  /** Has an account with a name and a password. */
  own_account: { roles: ['admin', 'moderator', 'member'], grants: [] },
  /** Works for the brand: proves who they are again before what cannot be taken back, counts as no visitor, is neither merged nor erased. */
  be_staff: { roles: ['admin', 'moderator'], grants: [] },
  /** Needs a second factor; one at least of these accounts is always active. */
  hold_keys: { roles: ['admin'], grants: [] },
  /** Buys types that are for staff, and what is not on sale yet. */
  buy_early: { roles: ['admin', 'moderator'], grants: [] },
  /** Sees events that are not listed, their venues and their stock; no drafts. */
  see_hidden_events: { roles: ['admin', 'moderator'], grants: [] },
  /** Sees drafts; edits, publishes, moves and cancels events. */
  manage_events: { roles: ['admin'], grants: [] },
  /** Sees who was scanned. */
  see_scans: { roles: ['admin', 'moderator'], grants: [] },
  /** Takes back entries also after the minutes in which a door may. */
  correct_entries: { roles: ['admin'], grants: [] },
  /** Sees what a running sale has left. */
  see_capacity: { roles: ['admin', 'moderator'], grants: [] },
  /** Changes a running sale. */
  change_capacity: { roles: ['admin'], grants: [] },
  /** Sees orders with their buyers, payments and receipts. */
  see_orders: { roles: ['admin'], grants: [] },
  /** Corrects orders and their tickets, handles disputes, blocks buyers. */
  manage_orders: { roles: ['admin'], grants: [] },
  /** Refunds, approves refunds, corrects the ledger. */
  refund: { roles: ['admin'], grants: [] },
  /** Gives free tickets, approves those above a quota or a cap, keeps guest lists. */
  manage_free_tickets: { roles: ['admin'], grants: [] },
  /** Packs, ships and hands over goods, and takes them back. */
  fulfil_goods: { roles: ['admin'], grants: [] },
  /** Edits products, stock, shipping and codes of the shop. */
  manage_shop: { roles: ['admin'], grants: [] },
  /** Sees who has an account: names and usernames. */
  see_people: { roles: ['admin', 'moderator'], grants: [] },
  /** Sees addresses, roles, grants and orders of people. */
  see_contacts: { roles: ['admin'], grants: [] },
  /** Sees posts that were hidden, and posts of guests. */
  see_hidden_posts: { roles: ['admin'], grants: [] },
  /** Decides about reported posts, mutes people up to 30 days, decides appeals. */
  moderate: { roles: ['admin', 'moderator'], grants: [] },
  /** Suspends, bans, merges and erases accounts, and writes notes about them. */
  manage_people: { roles: ['admin'], grants: [] },
  /** Gives and ends roles and grants. */
  give_roles: { roles: ['admin'], grants: [] },
  /** Sees the log of mails. */
  see_mails: { roles: ['admin'], grants: [] },
  /** Approves, schedules and stops email campaigns, sees their audiences and results. */
  manage_campaigns: { roles: ['admin'], grants: [] },
  /** Sees the dashboard, without money. */
  see_figures: { roles: ['admin', 'moderator'], grants: [] },
  /** Sees money and persons in the dashboard. */
  see_revenue: { roles: ['admin'], grants: [] },
  /** Schedules and edits streams, sets who may watch at which price, calls them off. */
  manage_streams: { roles: ['admin'], grants: [] },
  /** Sees today's money, queues and last actions. */
  see_overview: { roles: ['admin'], grants: [] },
  /** Sees what staff did. */
  see_audit: { roles: ['admin'], grants: [] },
  /** Sees what failed, and tries it again. */
  manage_failures: { roles: ['admin'], grants: [] },
  /** Adds and ends promoters, decides attributions, sees and pays commission. */
  manage_promoters: { roles: ['admin'], grants: [] },
  /** Changes the settings of the site. */
  manage_settings: { roles: ['admin'], grants: [] },
} as const satisfies Record<string, { roles: readonly Role[]; grants: readonly Capability[] }>
export type Permission = keyof typeof permissions
