/**
 * The picture of who may do what through the API, held by policies.test.ts against the real thing. A new table, view or
 * function fails that test until it has its line here: think about who needs it, then write it down.
 */

export const people = ['visitor', 'Gus', 'Sid', 'Mia', 'Dex', 'Dot', 'Mo', 'Ada'] as const

/** Rows of the fixture by the name that policies.test.ts gives them; who is not named sees none of a table. */
type Seen = Partial<Record<(typeof people)[number], string>>

const everybody = (rows: string): Seen => Object.fromEntries(people.map((name) => [name, rows]))

/** Lists what each person sees of each table of the API. No one inserts, updates or deletes, except by `mayUpdate` below. */
export const tables: Record<string, Seen> = {
  // the open event is public, the secret unlisted, the club for members, the locked one has a password, which Sid gave; Mia bought
  // at the secret, Gus at the open one
  events: {
    visitor: 'open',
    Gus: 'open',
    Sid: 'open club locked',
    Mia: 'open secret club',
    Dex: 'open secret club',
    Dot: 'open secret club',
    Mo: 'open secret club locked',
    Ada: 'open secret club draft locked',
  },
  // the secret's is for holders of its tickets, the open one's hour is to come, also for Gus, who has a ticket
  event_venues: { Mia: 'secret', Dex: 'secret', Dot: 'secret', Mo: 'open secret', Ada: 'open secret draft' },
  ticket_types: {
    // the lounge is for members, the crew's for staff, the friends' for those who typed their code in: Gus
    visitor: 'entry',
    Gus: 'entry friends',
    Sid: 'entry lounge',
    Mia: 'entry lounge secret',
    Dex: 'entry lounge secret',
    Dot: 'entry lounge secret',
    Mo: 'entry lounge crew friends secret',
    Ada: 'entry lounge crew friends secret draft',
  },
  capacity_pools: { Mo: 'open secret', Ada: 'open secret draft' },
  ticket_type_pools: { Mo: 'open secret', Ada: 'open secret draft' },
  price_releases: { Mo: 'open secret', Ada: 'open secret draft' },
  // each seen with an event of theirs
  artists: {
    visitor: 'open',
    Gus: 'open',
    Sid: 'open club',
    Mia: 'open secret club',
    Dex: 'open secret club',
    Dot: 'open secret club',
    Mo: 'open secret club',
    Ada: 'open secret club draft idle',
  },
  // their own alone: whom somebody follows concerns no staff
  follows: { Mia: 'mia', Ada: 'ada' },

  // as the artists: with an event of theirs
  event_series: {
    visitor: 'open',
    Gus: 'open',
    Sid: 'open',
    Mia: 'open secret',
    Dex: 'open secret',
    Dot: 'open secret',
    Mo: 'open secret',
    Ada: 'open secret draft idle',
  },
  // each admin their own; Mia's is from when she was one
  event_drafts: { Ada: 'ada' },
  promo_codes: { Ada: 'friends secret' },
  promo_code_items: { Ada: 'friends' },
  packages: { Mo: 'open secret', Ada: 'open secret draft' },
  package_components: { Mo: 'open secret', Ada: 'open secret draft' },
  add_ons: { Mo: 'open secret', Ada: 'open secret draft' },
  bookable_tables: { Mo: 'open secret', Ada: 'open secret draft' },
  table_bookings: { Mia: 'mia', Gus: 'gus', Ada: 'mia gus' },
  holds: { Mia: 'mia', Gus: 'gus', Ada: 'mia gus' },
  hold_lines: { Mia: 'mia', Gus: 'gus', Ada: 'mia gus' },
  orders: { Mia: 'mia', Gus: 'gus', Ada: 'mia gus' },
  order_lines: { Mia: 'mia', Gus: 'gus', Ada: 'mia gus' },
  payments: { Mia: 'mia', Gus: 'gus', Ada: 'mia gus' },
  ledger_entries: { Ada: 'mia gus' },
  order_notes: { Ada: 'mia' },
  disputes: { Ada: 'mia' },
  fulfilments: { Mia: 'mia', Ada: 'mia' },
  refunds: { Mia: 'mia', Ada: 'mia' },
  refund_items: { Mia: 'mia', Ada: 'mia' },
  tickets: { Mia: 'mia', Gus: 'gus', Ada: 'mia gus' },
  scans: { Dot: 'mia', Mo: 'mia', Ada: 'mia' },
  entries: { Dot: 'mia', Mo: 'mia', Ada: 'mia' },
  products: { ...everybody('active'), Ada: 'active draft' },
  // a variant is seen with its product, its counters by no one
  product_variants: { ...everybody('active'), Ada: 'active draft' },
  posts: everybody('shown'),
  settings: everybody('row'),
  profiles: { Gus: 'gus', Mia: 'mia', Ada: 'mia gus' },
  staff_grants: { Dex: 'dex', Dot: 'dot', Ada: 'dex dot' },
  // each their own, as long as they are staff
  saved_views: { Dex: 'dex', Mo: 'mo', Ada: 'ada' },
}

/** The updates that row policies let through, if columns were granted broadly: the verbs of the owners' areas test them. */
export const mayUpdate: Record<string, Seen> = {
  settings: { Ada: 'row' },
  profiles: { Mia: 'mia' },
}

/** Columns that no person reads through the API, though they may see the row. */
export const hiddenColumns: Record<string, string[]> = {
  holds: ['block_units', 'network'],
  payments: ['closed_at', 'looked_up_at', 'provider_ref', 'updated_at'],
  product_variants: ['held', 'sold', 'stock'],
  refunds: [
    'attempts',
    'claimed_until',
    'decided_by',
    'last_error',
    'override_inside',
    'provider_ref',
    'requested_by',
    'ticket_ids',
  ],
  tickets: ['code', 'is_vip'],
}

/** Lists who may call a function at all; many check more inside. */
type Callers = 'server' | 'signed in' | 'signed in, server' | 'everybody'

export const functions: Record<string, Callers> = {
  // accounts
  anonymise_due: 'server',
  cancel_deletion: 'signed in',
  email_taken: 'server',
  end_session: 'signed in',
  exchange_identity: 'server',
  export_my_data: 'signed in',
  delete_inactive_guests: 'server',
  finish_email_change: 'server',
  reset_rate_limits: 'server',
  grant_staff: 'signed in, server',
  is_deactivated_password: 'server',
  list_people: 'signed in',
  me: 'everybody',
  queue_email_change: 'server',
  queue_password_reset: 'server',
  read_email_change: 'server',
  read_email_undo: 'server',
  check_writable: 'server',
  read_identity: 'server',
  read_login: 'server',
  read_my_settings: 'signed in',
  read_password_reset: 'server',
  read_reset_accounts: 'server',
  read_shell: 'everybody',
  record_proof: 'server',
  refund_rate_limits: 'server',
  revoke_grant: 'signed in, server',
  request_deletion: 'signed in',
  save_privacy: 'signed in',
  save_profile: 'signed in',
  set_account_active: 'signed in, server',
  set_avatar: 'server',
  set_role: 'signed in, server',
  consume_rate_limit: 'server',
  use_email_undo: 'server',
  use_password_reset: 'server',
  username_free: 'server',
  // events
  check_event_password: 'server',
  copy_event: 'signed in',
  create_next_date: 'signed in',
  discard_event_draft: 'signed in',
  is_password_wanted: 'everybody',
  list_events: 'everybody',
  list_sitemap_years: 'everybody',
  list_sitemap_events: 'everybody',
  list_staff_events: 'signed in',
  preview_event_save: 'signed in',
  publish_event: 'signed in',
  read_artists: 'signed in',
  read_event_editor: 'signed in',
  read_event_codes: 'signed in',
  read_event_ending: 'signed in',
  read_event_page: 'everybody',
  read_home: 'everybody',
  read_share_card: 'everybody',
  read_tonight: 'signed in',
  reveal_venues: 'server',
  save_artist: 'signed in',
  save_code: 'signed in',
  save_event: 'signed in',
  set_code_state: 'signed in',
  save_event_draft: 'signed in',
  save_series: 'signed in',
  set_artist_picture: 'signed in',
  set_event_password: 'signed in',
  set_event_picture: 'signed in',
  set_event_status: 'signed in',
  unlock_event: 'server',
  // orders
  forget_code: 'server',
  unlock_code: 'server',
  quote_cart: 'everybody',
  read_my_orders: 'signed in',
  apply_dispute_event: 'server',
  apply_payment_event: 'server',
  apply_refund_event: 'server',
  begin_payment: 'server',
  change_sale: 'signed in',
  claim_refunds: 'server',
  decide_refund: 'signed in',
  hold_items: 'server',
  claim_open_payments: 'server',
  add_order_note: 'signed in',
  list_staff_orders: 'signed in',
  preview_refund: 'signed in',
  read_staff_order: 'signed in',
  preview_sale_change: 'signed in',
  preview_ticket_mails: 'signed in',
  read_capacity_board: 'signed in',
  resend_ticket_mails: 'signed in',
  retry_parked_events: 'server',
  store_payment_ref: 'server',
  place_order: 'server',
  read_checkout: 'signed in',
  read_order: 'signed in',
  record_refund: 'server',
  refund_order: 'signed in',
  release_hold: 'server',
  sweep: 'server',
  merge_guest: 'server',
  // tickets
  read_my_tickets: 'signed in',
  read_receipt: 'signed in',
  read_receipt_by_link: 'server',
  read_tickets_by_link: 'server',
  rename_my_ticket: 'signed in',
  rename_ticket_by_link: 'server',
  // door
  check_in: 'signed in',
  list_door_events: 'signed in',
  read_door: 'signed in',
  release_table: 'signed in',
  read_scan_data: 'signed in',
  undo_check_in: 'signed in',
  // mail
  add_link: 'server',
  queue_ticket_links: 'server',
  pause_notifications: 'signed in',
  read_my_notifications: 'signed in',
  save_notifications: 'server',
  ask_alert: 'server',
  drop_alert: 'server',
  follow: 'server',
  queue_alerts: 'server',
  queue_follow_mails: 'server',
  queue_reminders: 'server',
  read_alert_link: 'server',
  read_my_follows: 'signed in',
  use_alert_link: 'server',
  claim_mail: 'server',
  finish_mail: 'server',
  queue_contact_message: 'server',
  request_subscription: 'server',
  confirm_subscription: 'server',
  end_subscription: 'server',
  read_subscription_link: 'server',
  read_mail_facts: 'server',
  // shop
  list_products: 'everybody',
  // community
  list_posts: 'everybody',
  // search
  search_site: 'everybody',
  // staff
  delete_view: 'signed in',
  read_staff_frame: 'signed in',
  save_view: 'signed in',
  search_staff: 'signed in',
  // analytics
  read_analytics_dashboard: 'signed in',
  record_item_view: 'server',
  record_page_view: 'server',
}
