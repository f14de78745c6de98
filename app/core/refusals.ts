import { formatMoney } from './money.ts'

/** Figures that belong to a refusal and fill its sentence, such as how many tickets are left. */
export type Facts = Record<string, string | number | null>

type Entry = {
  /** HTTP status of a response that carries this refusal. */
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503
  /** The sentence for people. */
  sentence: (facts: Facts) => string
  /** The form field that the sentence belongs to; a form shows it at the top when there is none. */
  field?: string
}

/**
 * The one list of everything the product refuses, by area. SQL raises these codes (`private.refuse`), and a test
 * demands that each code raised there is listed here.
 */
const refusals = {
  // any area
  sign_in_required: { status: 401, sentence: () => 'Please sign in to continue.' },
  members_only: { status: 403, sentence: () => 'You need an account for this.' },
  not_allowed: { status: 403, sentence: () => "You don't have access to this area." },
  not_found: { status: 404, sentence: () => "We couldn't find that." },
  invalid: { status: 422, sentence: () => 'Please check your information and try again.' },
  rate_limited: {
    status: 429,
    sentence: (facts) => `Too many attempts. Please try again ${inMinutes(facts.retry_after_seconds)}.`,
  },
  busy: { status: 503, sentence: () => 'The site is busy right now. Please try again in a moment.' },

  // staff
  too_many_views: {
    status: 409,
    sentence: () => 'You have 20 saved views for this list. Delete one to save another.',
    field: 'name',
  },

  // assistant
  question_text: {
    status: 422,
    sentence: () => 'Type a question of at most 4,000 characters.',
    field: 'question',
  },
  conversation_full: {
    status: 409,
    sentence: () => 'This conversation is full. Please start a new one.',
    field: 'question',
  },

  request_text: {
    status: 422,
    sentence: () => 'Write a message of 3 to 2,000 characters.',
    field: 'message',
  },
  reply_text: {
    status: 422,
    sentence: () => 'Write an answer of 2 to 4,000 characters.',
    field: 'reply',
  },
  request_answered: { status: 409, sentence: () => 'Somebody answered this message already.' },
  draft_taken: { status: 409, sentence: () => 'This was confirmed or dropped already.' },
  draft_over: {
    status: 409,
    sentence: () => 'The five minutes to confirm are over. Ask again if you still want this.',
  },

  // campaigns
  wording_changed: {
    status: 409,
    sentence: () =>
      'Someone else changed these words while you were editing. Reload the page and make your change again.',
  },
  campaign_changed: {
    status: 409,
    sentence: () => 'Someone else saved this campaign while you were editing.',
  },
  campaign_incomplete: {
    status: 422,
    sentence: ({ count }) =>
      Number(count) === 1
        ? 'One thing is missing before this campaign can go on. See the checklist.'
        : `${count ?? 'Some'} things are missing before this campaign can go on. See the checklist.`,
  },
  campaign_test_address: {
    status: 409,
    sentence: () => 'Your account has no email address. Add one in your settings to get tests.',
  },
  campaign_own_review: {
    status: 403,
    sentence: () => 'Another admin has to review this: you wrote it or changed it last.',
  },
  campaign_needs_review: {
    status: 409,
    sentence: () =>
      'More than 500 people would get this now. Edit it and submit it again, so that another admin can review it.',
  },
  campaign_day_full: {
    status: 409,
    sentence: () => 'Two campaigns go out on that day already. Choose another day.',
    field: 'sendAt',
  },
  campaign_time: {
    status: 422,
    sentence: () => 'Choose a time at least 10 minutes from now, and within a year.',
    field: 'sendAt',
  },
  template_exists: {
    status: 409,
    sentence: () => 'There is a template of this name already. Choose another name.',
    field: 'name',
  },

  // audiences
  audience_invalid: { status: 422, sentence: () => 'One of the conditions is incomplete. Check each one.' },
  audience_name_taken: { status: 409, sentence: () => 'Another audience has this name.', field: 'name' },
  audience_changed: {
    status: 409,
    sentence: () => 'Someone else changed this audience. Reload the page to see it.',
  },

  // live
  stream_not_on: { status: 409, sentence: () => "This stream hasn't started yet." },
  stream_over: { status: 409, sentence: () => 'This stream is over.' },
  playback_not_entitled: { status: 403, sentence: () => 'You need a pass or a ticket to watch this stream.' },
  playback_banned: { status: 403, sentence: () => "Your account can't watch streams right now." },
  playback_ended_elsewhere: {
    status: 409,
    sentence: () => "You're watching on two other devices. Playback stopped here.",
  },
  playback_expired: { status: 409, sentence: () => 'Playback stopped. Press play to continue.' },
  stream_key_rotated: { status: 409, sentence: () => 'This stream key was replaced by a new one.' },
  stream_not_healthy: {
    status: 409,
    sentence: () => 'The source needs to send without a gap for 10 seconds first.',
  },
  channel_busy: { status: 409, sentence: () => 'Another stream is on the air. End it first.' },
  stream_start: {
    status: 422,
    sentence: () => "Enter a start, and an end that isn't over yet.",
    field: 'startsAt',
  },
  stream_types: {
    status: 422,
    sentence: () => 'Choose at least one ticket type that includes this stream.',
    field: 'ticketTypes',
  },
  stream_included: { status: 409, sentence: () => 'You can already watch this stream.' },
  stream_changed: {
    status: 409,
    sentence: () => 'Someone else saved this stream in the meantime. Reload the page to see their version.',
  },
  stream_price: {
    status: 422,
    sentence: () => 'A pass costs $0.50 to $1,000, and only ticket holders and pass buyers can have one.',
    field: 'passCents',
  },
  stream_passes_sold: {
    status: 409,
    sentence: () => 'Passes were sold for this stream. Keep it for pass or ticket holders.',
    field: 'accessRule',
  },
  stream_address: {
    status: 422,
    sentence: () => 'Enter a web address without a name and password in it.',
    field: 'address',
  },
  stream_keyless: { status: 409, sentence: () => "This stream's source doesn't use a stream key." },
  pass_not_found: {
    status: 404,
    sentence: () => 'No valid pass of this stream has that order code.',
    field: 'code',
  },
  stream_not_failed: {
    status: 409,
    sentence: () => 'All passes can be refunded only after a stream that failed.',
  },

  // sharing: promoters
  link_code_invalid: {
    status: 422,
    sentence: () => 'Use 2 to 30 letters, digits, dashes or underscores, starting with a letter or digit.',
    field: 'linkCode',
  },
  link_code_taken: {
    status: 409,
    sentence: () => 'Another promoter uses this link code.',
    field: 'linkCode',
  },
  promoter_code_unknown: {
    status: 404,
    sentence: () => 'This event has no such promo code, or another promoter owns it.',
    field: 'promoCode',
  },
  promoter_account_unknown: {
    status: 404,
    sentence: () => 'Nobody has this username.',
    field: 'username',
  },
  promoter_account_taken: {
    status: 409,
    sentence: () => 'This account belongs to another promoter.',
    field: 'username',
  },
  promoter_link_ended: {
    status: 410,
    sentence: () => 'This link has ended. Ask the person who sent it for a new one.',
  },
  promoter_ended: { status: 409, sentence: () => 'This promoter has ended, or the event is over.' },
  promoter_without_email: {
    status: 409,
    sentence: () => 'This promoter has no email. Add one, or copy the link.',
  },
  attribution_unpaid: { status: 409, sentence: () => 'Only paid orders belong to a promoter.' },
  attribution_unchanged: {
    status: 409,
    sentence: () => 'The order already belongs to this promoter.',
    field: 'eventPromoter',
  },
  reference_required: {
    status: 422,
    sentence: () => 'Enter the reference of the payment.',
    field: 'reference',
  },
  nothing_due: { status: 409, sentence: () => 'No commission is due to this promoter.' },
  commission_changed: {
    status: 409,
    sentence: () =>
      'The commission has changed since you opened this page. Check the new amount and try again.',
  },

  // shop
  stock_taken: {
    status: 409,
    sentence: ({ left }) =>
      Number(left) > 0
        ? `Only ${left} of these units are available.`
        : 'None of these units are available: all are on hold or sold.',
    field: 'units',
  },
  stock_not_there: {
    status: 409,
    sentence: ({ left, place }) => `${place ?? 'This place'} has ${left ?? 0} of these units.`,
    field: 'units',
  },

  stock_file_changed: {
    status: 409,
    sentence: () =>
      'The file or the stock has changed since this preview, or some lines have problems. Nothing was saved. Check the new preview.',
  },
  place_exists: { status: 409, sentence: () => 'There is already a place with this name.', field: 'name' },
  place_in_use: {
    status: 409,
    sentence: () => 'This place still has units, or parcels leave from it. Move its units first.',
  },

  product_changed: {
    status: 409,
    sentence: () =>
      'Someone else has saved this product in the meantime. Check what changed, then save again.',
  },
  product_incomplete: {
    status: 409,
    sentence: () =>
      'A published product needs a summary, a picture, and a price and weight for each variant.',
  },
  slug_taken: { status: 409, sentence: () => 'Another product has this address.', field: 'slug' },
  sku_taken: { status: 409, sentence: () => 'Two variants can’t have the same SKU.' },
  options_unclear: {
    status: 422,
    sentence: () => 'Each option needs a name and values of at most 24 characters, none of them twice.',
  },
  too_many_variants: { status: 422, sentence: () => 'A product can have at most 100 variants.' },
  too_many_pictures: { status: 409, sentence: () => 'A product can have at most 12 pictures.' },
  collection_exists: {
    status: 409,
    sentence: () => 'There is already a collection with this name.',
    field: 'name',
  },
  collection_changed: {
    status: 409,
    sentence: () => 'Someone else has saved this collection in the meantime. Reload the page and try again.',
  },
  rate_exists: { status: 409, sentence: () => 'There is already an entry for this. Edit that one instead.' },
  state_in_zone: {
    status: 409,
    sentence: () => 'One of these states is already in another zone.',
    field: 'states',
  },

  // help
  contact_closed: {
    status: 503,
    sentence: () => "We can't take messages here right now. Please try again later.",
  },

  // mail
  alert_closed: {
    status: 409,
    sentence: () => 'Alerts for this event are closed. Reload the page to see its tickets.',
  },
  address_missing: {
    status: 409,
    sentence: () => 'Add an email in your settings first, so that we know where to write.',
  },

  // accounts
  wrong_credentials: {
    status: 401,
    sentence: () => 'Invalid username or password. Please try again.',
  },
  second_step: { status: 401, sentence: () => 'This account needs a second step.' },
  second_step_over: {
    status: 401,
    sentence: () => 'Please log in again.',
  },
  second_code_wrong: {
    status: 403,
    sentence: () => "That code isn't right.",
    field: 'code',
  },
  second_code_taken: {
    status: 409,
    sentence: () => 'This code was already used. Wait for the next one.',
    field: 'code',
  },
  passkey_failed: {
    status: 403,
    sentence: () => "That passkey didn't work. Try again, or use a code.",
  },
  passkey_expired: {
    status: 409,
    sentence: () => 'That took too long. Please try again.',
  },
  passkeys_off: {
    status: 409,
    sentence: () => "Passkeys aren't available at the moment. Use a code instead.",
  },
  passkey_name_taken: {
    status: 409,
    sentence: () => 'You already have a passkey with this name.',
    field: 'name',
  },
  too_many_factors: {
    status: 409,
    sentence: () => "You've reached the limit. Remove one first.",
  },
  second_step_again: {
    status: 403,
    sentence: () => 'Log in with your passkey or app first: a recovery code is not enough to add one.',
  },
  second_factor_needed: {
    status: 403,
    sentence: () => 'Admins need two-step verification. Finish setting it up in your settings first.',
  },
  account_deactivated: {
    status: 401,
    sentence: () => 'Account not found. Please check your username or register.',
  },
  username_taken: {
    status: 409,
    sentence: () => 'Username already exists. Please choose a different username.',
    field: 'username',
  },
  renamed_often: {
    status: 409,
    sentence: () =>
      "You've changed your username 3 times in 30 days. Please wait a while before changing it again.",
    field: 'username',
  },
  picture_unreadable: {
    status: 422,
    sentence: () => "We can't read this file. Please choose a JPEG, PNG, WebP or GIF.",
  },
  picture_too_large: {
    status: 422,
    sentence: ({ megabytes }) =>
      megabytes ? `Please choose a picture of up to ${megabytes} MB.` : 'Please choose a smaller picture.',
  },
  picture_too_many_pixels: {
    status: 422,
    sentence: () => 'Please choose a picture under 40 megapixels.',
  },
  picture_too_small: {
    status: 422,
    sentence: ({ width, height, least }) =>
      width && height && least
        ? `This picture is ${width} by ${height} pixels. Please choose one with at least ${least} on each side.`
        : 'This picture is too small. Please choose a larger one.',
  },
  picture_missing: { status: 422, sentence: () => 'Please choose a picture first.' },
  password_common: {
    status: 422,
    sentence: () => 'This password is too easy to guess. Please choose another.',
    field: 'password',
  },
  password_plain: {
    status: 422,
    sentence: () => 'Use at least one letter from A to Z and one number from 0 to 9.',
    field: 'password',
  },
  password_wrong: { status: 403, sentence: () => "That's not your password.", field: 'currentPassword' },
  password_needed: {
    status: 403,
    sentence: () => 'Please enter your password to continue.',
    field: 'currentPassword',
  },
  email_taken: { status: 409, sentence: () => 'Another account already uses this email.' },
  old_email_taken: {
    status: 409,
    sentence: () => "Another account uses this email now. Write to us and we'll sort it out.",
  },
  events_ahead: {
    status: 409,
    sentence: () => "You have tickets for an upcoming event. You can delete your account once it's over.",
  },
  reset_link_ended: {
    status: 410,
    sentence: () => 'This link has expired or was already used. Please ask for a new one.',
  },
  confirm_link_ended: {
    status: 410,
    sentence: () => 'This link has expired or was already used.',
  },
  provider_off: { status: 503, sentence: () => "Sign-in isn't available on this address." },
  provider_refused: { status: 401, sentence: () => 'Authentication failed on server' },
  provider_email_taken: {
    status: 409,
    sentence: () =>
      'An account with this email already exists. Please log in with your username and password first, then connect this sign-in.',
  },
  provider_linked_elsewhere: {
    status: 409,
    sentence: () => 'This sign-in is already connected to another account.',
  },
  role_unchanged: { status: 409, sentence: () => 'This person already has that role.' },
  own_role: { status: 409, sentence: () => "You can't change your own role." },
  staff_account: {
    status: 409,
    sentence: () => 'This is a staff account. Remove its role and access first.',
  },
  person_events_ahead: {
    status: 409,
    sentence: () =>
      'This person has tickets for an upcoming event or is paying for some. Refund them, or wait until after the event.',
  },
  not_deleting: { status: 409, sentence: () => "Staff haven't deleted this account." },
  merge_same: { status: 409, sentence: () => 'Choose two different accounts.', field: 'other' },
  merge_inactive: {
    status: 409,
    sentence: () => 'Both accounts must be active: not suspended, banned, merged or scheduled for deletion.',
  },
  merge_payment: {
    status: 409,
    sentence: () => 'One of these accounts is paying right now. Please try again in a few minutes.',
  },
  merge_over_limit: {
    status: 409,
    sentence: () => 'Together they have more tickets for an event than one person may hold.',
  },
  merge_final: { status: 409, sentence: () => 'This merge can no longer be undone.' },
  own_account: { status: 409, sentence: () => "You can't do this to your own account." },
  account_closed: { status: 409, sentence: () => 'This account was merged or deleted.' },
  not_sanctioned: { status: 409, sentence: () => "This account isn't suspended or banned." },
  last_admin: { status: 409, sentence: () => 'At least one admin must remain.' },
  guest_role: { status: 409, sentence: () => 'Guests need an account first.' },
  invitation_unknown: {
    status: 410,
    sentence: () => 'This link is no longer valid. Use the latest email.',
  },
  invitation_accepted: { status: 409, sentence: () => 'This invitation was already accepted.' },
  invitation_revoked: { status: 410, sentence: () => 'This invitation was withdrawn.' },
  invitation_expired: {
    status: 410,
    sentence: () => 'This invitation has expired.',
  },
  invitation_other_email: {
    status: 403,
    sentence: () =>
      'This invitation was sent to another email. Log out, then log in with the account that has it.',
  },
  invitation_event_over: { status: 409, sentence: () => 'This event is over.', field: 'event' },
  comp_unknown: { status: 404, sentence: () => 'This link isn’t valid. Use the link from the latest email.' },
  comp_claimed: { status: 409, sentence: () => 'This ticket was already claimed.' },
  comp_expired: { status: 409, sentence: () => 'The deadline has passed, and the ticket went back on sale.' },
  comp_declined: { status: 409, sentence: () => 'This ticket was declined.' },
  comp_revoked: { status: 409, sentence: () => 'This ticket was withdrawn.' },
  comp_event_cancelled: { status: 409, sentence: () => 'The event was canceled.' },
  comp_event_closed: {
    status: 409,
    sentence: () => 'Free tickets can only be given for a published event, before doors.',
    field: 'event',
  },
  comp_deadline: {
    status: 422,
    sentence: () => 'Choose a time from now until doors.',
    field: 'deadline',
  },
  comp_rows_invalid: { status: 422, sentence: () => 'Some lines need to be fixed first.' },
  comp_second_admin: { status: 403, sentence: () => 'Another admin has to do this.' },
  comp_arrived: { status: 409, sentence: () => 'A guest is already in, so it can’t be withdrawn.' },
  ticket_personal: { status: 409, sentence: () => 'This free ticket is personal and can’t be passed on.' },
  ticket_given: { status: 409, sentence: () => 'Free tickets can’t be sold back.' },
  grant_ended: { status: 409, sentence: () => 'This access was already removed.' },

  // events
  changed_meanwhile: {
    status: 409,
    sentence: () =>
      'Someone else saved this event while you were editing. Reload the page and make your change again.',
  },
  capacity_below_sold: {
    status: 409,
    sentence: (facts) =>
      `${quoted(facts.pool, 'The room')} has ${facts.committed ?? 'some'} tickets sold${Number(facts.blocked) > 0 ? ', on hold or blocked' : ' or on hold'}. Its capacity can't go below that.`,
  },
  add_on_below_sold: {
    status: 409,
    sentence: (facts) =>
      `${quoted(facts.addOn, 'The add-on')} has ${facts.committed ?? 'some'} sold or on hold. Its stock can't go below that.`,
  },
  pool_in_use: {
    status: 409,
    sentence: (facts) =>
      `${quoted(facts.pool, 'The room')} has tickets sold or on hold, or is used by a ticket type, so it can't be removed.`,
  },
  release_below_sold: {
    status: 409,
    sentence: (facts) =>
      `${quoted(facts.release, 'The price')} has ${facts.committed ?? 'some'} tickets sold or on hold. Its quantity can't go below that.`,
  },
  release_in_use: {
    status: 409,
    sentence: (facts) =>
      `Tickets were sold or held at ${quoted(facts.release, 'this price')}, so it can't be removed. End it instead.`,
  },
  type_in_use: {
    status: 409,
    sentence: () => "Tickets of this type are sold or on hold, so its rooms can't change.",
  },
  extra_in_use: {
    status: 409,
    sentence: () => "It was sold or is on hold, so the tickets in it can't change. Add a new one instead.",
  },
  name_taken: { status: 409, sentence: () => 'Two rooms or add-ons have the same name. Please rename one.' },
  artist_changed: {
    status: 409,
    sentence: () =>
      'Someone else changed this artist while you were editing. Reload the page and make your change again.',
  },
  artist_exists: {
    status: 409,
    sentence: () => 'There is already an artist with this name.',
    field: 'name',
  },
  test_mode_fixed: {
    status: 409,
    sentence: (facts) =>
      facts.isTest
        ? 'People hold test tickets. Cancel their orders first, or duplicate the event.'
        : "People hold tickets already, so this can't become a test event. Duplicate it instead.",
  },
  series_exists: {
    status: 409,
    sentence: () => 'There is already a series with this name.',
    field: 'name',
  },
  code_taken: {
    status: 409,
    sentence: () => 'This code already exists. Please choose another.',
    field: 'code',
  },
  code_below_used: {
    status: 409,
    sentence: (facts) =>
      facts.what === 'cents'
        ? "The budget can't go below the discounts that were already given or are on hold."
        : `${facts.used ?? 'Some'} ${facts.what ?? 'orders'} already use this code. The limit can't go below that.`,
  },
  code_in_use: {
    status: 409,
    sentence: () => "People hold tickets with this code, so its reserved places can't move to another room.",
    field: 'blockPoolId',
  },
  block_too_large: {
    status: 409,
    sentence: (facts) => `${quoted(facts.pool, 'The room')} has ${facts.left ?? 'too few'} free places.`,
    field: 'blockPlaces',
  },
  confirm_first: {
    status: 409,
    sentence: () => 'This affects people who have tickets. Please confirm it first.',
  },
  choice_over: {
    status: 409,
    sentence: () => 'The deadline to choose has passed, or this order was already refunded.',
  },
  last_entry_outside: {
    status: 422,
    sentence: () => 'Last entry must be between doors and the end. Set it on the Door tab.',
    field: 'lastEntryAt',
  },
  event_incomplete: {
    status: 409,
    sentence: () => 'Something is missing before you can publish. The list below says what.',
  },
  sale_changed: {
    status: 409,
    sentence: () =>
      'Someone else changed how this event sells while you were looking. Check the new numbers, then confirm again.',
  },
  nothing_to_change: { status: 409, sentence: () => "It's already set this way. Nothing would change." },
  sale_end_out_of_range: {
    status: 409,
    sentence: () => 'Choose a time after the current end of sales and no later than the end of the event.',
    field: 'endsAt',
  },
  too_many_releases: { status: 409, sentence: () => 'A ticket type can have up to 12 prices.' },
  wrong_event_password: {
    status: 403,
    sentence: () => "That password isn't right. Check your invitation and try again.",
    field: 'password',
  },

  // sharing
  waitlist_first: {
    status: 409,
    sentence: (facts) =>
      `People on the waitlist get ${quoted(facts.type, 'these tickets')} first. Join the waitlist to be next.`,
  },
  waitlist_not_needed: {
    status: 409,
    sentence: () => 'Tickets are available right now. Go back to the event to get yours.',
  },
  waitlist_closed: {
    status: 409,
    sentence: () => "There's no waitlist for these tickets. Try another type or fewer tickets.",
  },
  member_unknown: {
    status: 404,
    sentence: () => 'No member has this username or email.',
    field: 'member',
  },
  allocation_time: {
    status: 422,
    sentence: () => 'Pick a time from 15 minutes from now until sales end.',
    field: 'endsAt',
  },
  allocation_used_up: { status: 409, sentence: () => 'All your places are handed out.' },
  place_over: { status: 409, sentence: () => 'This place was bought, or it went back on sale.' },
  waitlist_joined: { status: 409, sentence: () => "You're already on this waitlist." },
  waitlist_nothing_free: { status: 409, sentence: () => 'Nothing this person can use is free right now.' },
  offer_over: {
    status: 409,
    sentence: () =>
      'This offer is over. If you are still on the waitlist, we email you when it is your turn.',
  },

  // orders
  sold_out: { status: 409, sentence: soldOut },
  person_limit: {
    status: 409,
    sentence: (facts) => `You can have up to ${facts.limit ?? 'a few'} tickets for this event.`,
  },
  product_limit: {
    status: 409,
    sentence: ({ type, limit, left }) =>
      Number(left) > 0
        ? `You can have up to ${limit ?? 'a few'} of ${quoted(type, 'this')}: ${left} more.`
        : `You can have up to ${limit ?? 'a few'} of ${quoted(type, 'this')}.`,
  },
  members_first: {
    status: 403,
    sentence: (facts) =>
      `Only members can buy ${quoted(facts.type, 'this')} right now. Everyone else can soon.`,
  },
  cart_full: { status: 409, sentence: () => 'Your cart is full. Check out or remove something first.' },
  cart_empty: { status: 409, sentence: () => 'Your cart is empty.' },
  delivery_needed: { status: 422, sentence: () => 'Choose how you want to get your items.' },
  pickup_unavailable: {
    status: 409,
    sentence: ({ name }) => `You can't pick up at ${quoted(name, 'this place')}. Please choose another way.`,
  },
  shipping_unavailable: {
    status: 409,
    sentence: ({ state, heavy }) =>
      heavy
        ? 'These items are too heavy for one parcel. Please order some of them separately.'
        : `We don't ship to ${state ?? 'this state'} yet. You can pick your items up.`,
    field: 'state',
  },
  address_name_invalid: { status: 422, sentence: () => "Enter the recipient's name", field: 'recipient' },
  address_line_invalid: { status: 422, sentence: () => 'Enter a street address', field: 'line1' },
  address_city_invalid: { status: 422, sentence: () => 'Enter a city', field: 'city' },
  address_state_invalid: { status: 422, sentence: () => 'Choose a state', field: 'state' },
  address_zip_invalid: {
    status: 422,
    sentence: ({ state }) =>
      typeof state === 'string'
        ? `Enter ${/^[AEIO]/.test(state) ? 'an' : 'a'} ${state} ZIP code`
        : 'Enter a ZIP code in this state',
    field: 'postalCode',
  },
  table_taken: {
    status: 409,
    sentence: (facts) => `${quoted(facts.type, 'That table')} was just booked. Please choose another.`,
  },
  one_table: { status: 409, sentence: () => 'You can book one table at a time.' },
  add_on_needs_ticket: {
    status: 409,
    sentence: (facts) => `Choose a ticket, a package or a table to add ${quoted(facts.type, 'this')}.`,
  },
  add_on_limit: {
    status: 409,
    sentence: (facts) =>
      `You can add up to ${facts.limit ?? 'a few'} of ${quoted(facts.type, 'this')} to these tickets.`,
  },
  network_full: {
    status: 429,
    sentence: () =>
      'A lot of tickets are on hold from your network right now. Please try again in a few minutes.',
  },
  order_limit: {
    status: 409,
    sentence: (facts) => `You can buy up to ${facts.limit ?? 'a few'} of these at once.`,
  },
  order_minimum: {
    status: 409,
    sentence: (facts) =>
      `You need to buy at least ${facts.minimum ?? 'a few'} of ${facts.type ?? 'this ticket'}.`,
  },
  sale_not_started: {
    status: 409,
    sentence: (facts) => `${facts.type ?? 'This ticket'} isn't on sale yet.`,
  },
  sale_ended: { status: 409, sentence: (facts) => `Sales have ended for ${facts.type ?? 'these tickets'}.` },
  sale_paused: {
    status: 409,
    sentence: (facts) => `Sales are paused for ${facts.type ?? 'these tickets'}. Please try again later.`,
  },
  code_unknown: {
    status: 404,
    sentence: () => "We don't know this code. Please check it and try again.",
    field: 'code',
  },
  code_not_started: { status: 409, sentence: () => "This code isn't valid yet.", field: 'code' },
  code_ended: { status: 409, sentence: () => 'This code is no longer valid.', field: 'code' },
  code_used_up: { status: 409, sentence: () => 'This code has been used up.', field: 'code' },
  code_person_limit: {
    status: 409,
    sentence: (facts) =>
      facts.limit === 1
        ? "You've already used this code."
        : `You can use this code ${facts.limit ?? 'a few'} times.`,
    field: 'code',
  },
  code_not_for_cart: {
    status: 409,
    sentence: () => "This code isn't for anything in your cart.",
    field: 'code',
  },
  code_minimum: {
    status: 409,
    sentence: (facts) =>
      `This code needs items from the shop for ${
        typeof facts.cents === 'number'
          ? `at least ${formatMoney(facts.cents, String(facts.currency))}`
          : 'more'
      }.`,
    field: 'code',
  },
  code_no_gain: {
    status: 409,
    sentence: () => 'Your items already cost less than they would with this code.',
    field: 'code',
  },
  code_too_late: {
    status: 409,
    sentence: () =>
      'The price of your tickets has changed since you chose them, so the code in your cart stays as it is.',
    field: 'code',
  },
  code_needed: {
    status: 409,
    sentence: () => 'Your tickets can only be bought with the code that is in your cart.',
    field: 'code',
  },
  one_code: {
    status: 409,
    sentence: (facts) => `Your tickets already use code ${facts.code ?? ''}. You can use one code per order.`,
    field: 'code',
  },
  total_changed: {
    status: 409,
    sentence: ({ shown, total, currency }) =>
      `Your order changed${currency ? `: it was ${formatMoney(Number(shown), String(currency))} and is now ${formatMoney(Number(total), String(currency))}` : ''}. You haven't been charged. Check your order, then pay the new total.`,
  },
  hold_expired: { status: 409, sentence: () => 'Your hold ended. Please pick your tickets again.' },
  payment_in_progress: {
    status: 409,
    sentence: () => 'Your payment for these tickets is still processing. Please wait a moment.',
  },
  already_paid: { status: 409, sentence: () => 'This order is already paid.' },
  key_reused: { status: 422, sentence: () => 'This form was already sent. Please reload the page.' },
  invalid_state: {
    status: 409,
    sentence: () => "That's no longer possible. Please reload the page.",
  },
  terms_required: {
    status: 422,
    sentence: () => 'Please accept the terms to continue',
    field: 'terms',
  },
  email_invalid: { status: 422, sentence: () => 'Please enter a valid email address', field: 'email' },
  event_has_orders: {
    status: 409,
    sentence: () => 'Someone has ordered tickets for this draft, so it can’t be deleted.',
  },
  event_in_use: {
    status: 409,
    sentence: () =>
      'A pickup point or a stock place belongs to this draft. Remove that first, then delete the draft.',
  },
  email_same: { status: 409, sentence: () => 'The order already has this email.', field: 'email' },
  mail_under_way: {
    status: 409,
    sentence: () => 'An email about this order is being sent right now. Please try again in two minutes.',
  },
  tickets_not_mailed: {
    status: 409,
    sentence: ({ why }) =>
      why === 'on_its_way'
        ? 'The first email with these tickets is still on its way.'
        : 'This order has no tickets that can be emailed now.',
  },
  name_invalid: { status: 422, sentence: () => 'Please enter your name', field: 'name' },
  phone_invalid: { status: 422, sentence: () => 'Please enter a valid phone number', field: 'phone' },
  verified_email_required: {
    status: 403,
    sentence: () => 'Free tickets need an account. Create one and your tickets stay held.',
  },
  checkout_closed: {
    status: 503,
    sentence: () => 'Checkout is closed right now. Please come back later.',
  },
  payment_too_small: {
    status: 409,
    sentence: (facts) =>
      `Payments start at $${inDollars(facts.least_cents)}. Add something to your order, or contact us.`,
  },
  payment_unavailable: {
    status: 503,
    sentence: () =>
      "We can't reach our payment provider right now. You weren't charged, and your tickets are still held. Try again in a moment.",
  },
  reason_required: { status: 422, sentence: () => 'Please give a reason', field: 'reason' },
  refund_too_large: {
    status: 409,
    sentence: (facts) => `You can refund up to $${inDollars(facts.left_cents)} of this order.`,
    field: 'amount',
  },
  evidence_refused: {
    status: 409,
    sentence: () => 'The payment provider no longer takes evidence for this dispute.',
  },
  purchase_refused: {
    status: 403,
    sentence: () => "We can't complete this purchase. Contact us if you think that's a mistake.",
  },
  dispute_open: {
    status: 409,
    sentence: () =>
      'This payment is disputed: the bank holds the money. Send evidence or wait for the outcome.',
  },
  refund_whole: {
    status: 409,
    sentence: () => 'Tickets in a package or for a table are refunded together. Choose all of them.',
  },
  not_refundable: {
    status: 409,
    sentence: ({ reason }) =>
      ({
        void: 'One of these tickets is no longer valid.',
        used: 'One of these tickets was already used at the door.',
        blocked: 'One of these tickets is blocked while your bank looks into the payment.',
        transferred: 'One of these tickets belongs to someone else now.',
        not_held: 'One of these tickets is being transferred.',
        refund_open: "You've already asked for a refund of one of these tickets.",
        free: 'These tickets were free, so there is nothing to refund.',
        event_cancelled: 'The event is canceled. Everyone gets a full refund.',
        event_postponed: 'The event is postponed. Your tickets stay valid for the new date.',
        event_over: 'The event is over.',
        no_policy: 'All sales are final for this event.',
        nothing_back: 'Nothing is left to refund.',
      })[String(reason)] ?? "These tickets can't be refunded.",
  },
  not_returnable: {
    status: 409,
    sentence: ({ reason }) =>
      ({
        void: 'This ticket is no longer valid.',
        unpaid: 'The order of this ticket is not paid.',
        used: 'This ticket was already used at the door.',
        blocked: "This ticket is blocked while the buyer's bank looks into the payment.",
        refund_open: 'A refund of this ticket is under way.',
        personal: "This ticket is personal and can't be returned.",
        in_package: 'Tickets in a package or for a table stay together.',
        supplement_open: 'Pay for the other ticket type first.',
        too_late: "It's too late: doors are open or the event is off.",
        off: "This event doesn't allow returns.",
        transferred: 'Only the person who paid for a ticket can return it. Transfer it back to them first.',
        free: 'This ticket was free, so there is nothing to pay back.',
        closing: 'Returns close 3 hours before doors.',
        not_on_sale: 'Tickets of this type are not on sale right now.',
        not_sold_out: 'Tickets are still available. You can return yours once the event is sold out.',
        in_transfer: 'This ticket is being transferred. Cancel the transfer first.',
        listed: 'This ticket is already listed.',
      })[String(reason)] ?? "This ticket can't be returned.",
  },
  return_over: {
    status: 409,
    sentence: ({ state }) =>
      ({
        returned: 'This ticket is yours again.',
        resold: 'Someone just bought this ticket. Your refund is on its way.',
        ended: 'This ticket is no longer valid.',
      })[String(state)] ?? "This ticket isn't listed.",
  },
  resale_selling: {
    status: 409,
    sentence: () =>
      "Someone is buying your ticket right now. If they don't finish, you can take it back in a few minutes.",
  },
  places_listed: {
    status: 409,
    sentence: ({ listed }) =>
      `Ticket holders listed tickets for return and can take them back. Leave room for ${typeof listed === 'number' ? listed : 'all'} of them.`,
  },
  not_transferable: {
    status: 409,
    sentence: ({ reason }) =>
      ({
        void: 'This ticket is no longer valid.',
        unpaid: 'The order of this ticket is not paid.',
        used: 'This ticket was already used at the door.',
        blocked: "This ticket is blocked while the buyer's bank looks into the payment.",
        refund_open: 'A refund of this ticket is under way.',
        personal: 'This ticket is personal. Only the person it was made for can use it.',
        in_package: 'Tickets in a package or for a table stay together.',
        supplement_open: 'The buyer was asked to pay for another ticket type first.',
        too_late: "It's too late: doors are open or the event is off.",
        off: "This event doesn't allow transfers.",
        used_up: 'This ticket has been transferred as often as a ticket can be.',
        in_transfer: 'This ticket is already being transferred.',
        listed: 'This ticket is listed for return. Take it back first.',
      })[String(reason)] ?? "This ticket can't be transferred.",
  },
  transfer_to_invalid: {
    status: 422,
    sentence: () => 'Enter an email address or a username.',
    field: 'to',
  },
  transfer_to_unknown: {
    status: 422,
    sentence: () => "We don't know that username. Try their email.",
    field: 'to',
  },
  transfer_to_self: { status: 422, sentence: () => "That's the person who has it now.", field: 'to' },
  transfers_of_day: {
    status: 429,
    sentence: () => "You've started 10 transfers in a day. You can start another one tomorrow.",
  },
  transfer_over: {
    status: 409,
    sentence: ({ state }) =>
      ({
        accepted: 'This ticket was already accepted.',
        declined: 'This offer was declined.',
        cancelled: 'This offer was taken back.',
        expired: 'This offer has expired.',
      })[String(state)] ?? 'This offer is over.',
  },
  transfer_other_account: {
    status: 403,
    sentence: () => 'This ticket is for another account. Log in with that one.',
  },
  age_required: {
    status: 422,
    sentence: ({ age }) => `Confirm that you'll be ${age ? `${age} or older` : 'old enough'} at the event.`,
    field: 'isOfAge',
  },
  refund_changed: {
    status: 409,
    sentence: () => 'The amount has changed. Please check it before you confirm.',
  },
  cancel_too_late: {
    status: 409,
    sentence: () => 'Merch can be canceled within an hour. After that you can send it back once it arrives.',
  },
  tracking_needed: {
    status: 422,
    sentence: () => 'Enter the tracking number, 4 to 40 letters and digits.',
    field: 'trackingCode',
  },
  return_too_late: { status: 409, sentence: () => 'Items can be returned within 30 days.' },
  return_final_sale: {
    status: 409,
    sentence: () => 'This was a final sale. You can only return it if it arrived damaged.',
  },
  return_picture_needed: {
    status: 422,
    sentence: () => 'Add a photo of the damage.',
    field: 'picture',
  },
  refund_still_tried: {
    status: 409,
    sentence: () =>
      'This refund is still being retried automatically. Pay it manually only after every attempt has failed.',
  },
  refund_paid_by_hand: {
    status: 409,
    sentence: () => 'Someone has already entered how this refund was paid. Another admin has to confirm it.',
  },
  refund_open: {
    status: 409,
    sentence: () => 'A refund of one of these tickets is still open. Wait for it to finish.',
  },
  type_dearer: {
    status: 409,
    sentence: (facts) =>
      `That type costs $${inDollars(facts.cents)} more. Ask the buyer to pay the difference, or waive it.`,
    field: 'dearer',
  },
  supplement_open: {
    status: 409,
    sentence: () =>
      'The buyer has already been asked to pay for another type for this ticket. Call that off first.',
  },
  supplement_no_buyer: {
    status: 409,
    sentence: () =>
      'There is nobody to ask for the payment: the buyer’s account is gone, or the ticket belongs to someone else.',
  },
  supplement_over: {
    status: 409,
    sentence: () => "This ticket change is no longer available. You weren't charged.",
  },
  type_price_changed: {
    status: 409,
    sentence: () => 'The price of that type has changed. Check the new difference, then confirm again.',
  },
  second_person_required: { status: 409, sentence: () => 'Another admin has to approve this refund.' },

  // community: moderation
  chat_text: {
    status: 422,
    sentence: () => 'Write something, in at most 500 characters.',
    field: 'body',
  },
  chat_closed: { status: 409, sentence: () => 'The chat is closed right now.' },
  chat_holders_only: {
    status: 403,
    sentence: () => 'Right now this chat is for people with a ticket or a pass.',
  },
  chat_slow: {
    status: 429,
    sentence: (facts) => `Slow mode is on. You can write again in ${facts.retry_after_seconds ?? 5} seconds.`,
  },
  chat_new_account_links: {
    status: 422,
    sentence: () => "New members can't post links in their first day. Leave the link out.",
    field: 'body',
  },
  chat_reply_gone: { status: 409, sentence: () => 'The message you answer is gone.' },
  chat_muted: {
    status: 403,
    sentence: (facts) => `A moderator muted you. You can write again ${inTime(facts.retry_after_seconds)}.`,
  },
  chat_banned: {
    status: 403,
    sentence: () => "You can't write in chats any more. Write to us if you think that's wrong.",
  },
  chat_own_message: { status: 409, sentence: () => "That's your own message." },
  posting_muted: {
    status: 403,
    sentence: (facts) =>
      `You can't post right now. You can again ${inTime(facts.retry_after_seconds)}. Settings says why, and how to appeal.`,
  },
  new_account_links: {
    status: 422,
    sentence: () =>
      "New members can't post links yet. Leave the link out, and try again once you've posted a few times.",
    field: 'body',
  },
  new_account_pictures: {
    status: 422,
    sentence: () => 'New members can add one picture to a post.',
    field: 'pictures',
  },
  new_account_posts: {
    status: 429,
    sentence: (facts) =>
      `New members can write ${facts.most ?? 'a few'} ${facts.what ?? 'posts'} a day. You can write more ${inTime(facts.retry_after_seconds)}.`,
  },
  own_post: { status: 409, sentence: () => "That's your own post. You can edit or delete it." },
  report_note_needed: {
    status: 422,
    sentence: () => 'Please say what is wrong with it.',
    field: 'note',
  },
  own_case: {
    status: 403,
    sentence: () => 'You wrote or reported this post, so another moderator decides.',
  },
  case_decided: {
    status: 409,
    sentence: (facts) => `${facts.by ?? 'Another moderator'} already decided this case.`,
  },
  case_claimed: {
    status: 409,
    sentence: (facts) => `${facts.by ?? 'Another moderator'} is working on this case.`,
  },
  case_changed: {
    status: 409,
    sentence: () => 'This case changed while you read it. Please look at it again.',
  },
  case_needs_decision: {
    status: 409,
    sentence: () => 'Nobody sees this post until you decide. Remove it or keep it.',
  },
  rule_needed: { status: 422, sentence: () => 'Choose the rule it breaks.', field: 'rule' },
  staff_sanction: { status: 403, sentence: () => "Staff can't be warned or muted here." },
  sanction_over: { status: 409, sentence: () => 'This is over already.' },
  appeal_text: {
    status: 422,
    sentence: () => 'Say in 10 to 1,000 characters why you disagree.',
    field: 'text',
  },
  appeal_not_possible: { status: 409, sentence: () => "There's nothing left to appeal against." },
  appeal_exists: { status: 409, sentence: () => "You've already appealed. We'll write to you." },
  appeal_late: { status: 409, sentence: () => 'Appeals are possible for 14 days.' },
  appeal_decided: {
    status: 409,
    sentence: (facts) => `${facts.by ?? 'Another moderator'} already decided this appeal.`,
  },
  own_decision: {
    status: 403,
    sentence: () => 'You decided this the first time, so another moderator looks at the appeal.',
  },
  term_invalid: {
    status: 422,
    sentence: () => 'Enter a word of 2 characters or more, or a domain such as example.com.',
    field: 'term',
  },
  reply_title_taken: {
    status: 409,
    sentence: () => 'Another reply has this name.',
    field: 'title',
  },
  brand_username: {
    status: 422,
    sentence: () => 'This username could be mistaken for our team. Please choose another one.',
    field: 'username',
  },
  brand_name: {
    status: 422,
    sentence: () => 'This name could be mistaken for our team. Please choose another one.',
    field: 'displayName',
  },
  duplicate_post: { status: 409, sentence: () => "You've already posted this today.", field: 'body' },
  words_refused: {
    status: 422,
    sentence: (facts) => `Posts here can't contain ${quoted(facts.term, 'one of these words')}.`,
    field: 'body',
  },

  // community: posts
  post_text: {
    status: 422,
    sentence: (facts) => `Write something, in at most ${facts.most ?? 1000} characters.`,
    field: 'body',
  },
  too_many_mentions: { status: 422, sentence: () => 'A post can mention up to 5 people.', field: 'body' },
  too_many_post_pictures: {
    status: 422,
    sentence: () => 'A post can have up to 4 pictures.',
    field: 'pictures',
  },
  thread_locked: { status: 403, sentence: () => 'This thread is closed.' },
  thread_live: {
    status: 403,
    sentence: () => "During the event, only people who've been scanned in at the door can post here.",
  },
  slow_mode: {
    status: 429,
    sentence: (facts) => `Slow mode is on. You can post again ${inMinutes(facts.retry_after_seconds)}.`,
  },
  post_locked: { status: 403, sentence: () => 'Comments on this post are closed.' },
  post_changed: {
    status: 409,
    sentence: () => 'This post changed in the meantime. Reload the page and edit the new text.',
  },
  post_repaired: {
    status: 409,
    sentence: () => 'This post was hidden again after you edited it. A moderator will look at it next.',
  },
  post_repair_wait: {
    status: 409,
    sentence: (facts) => `You can edit this post once, ${inMinutes(facts.retry_after_seconds)}.`,
  },
  too_many_pinned: { status: 409, sentence: () => 'Three posts are pinned already. Unpin one first.' },

  // tickets
  renames_used: {
    status: 409,
    sentence: () => 'You have changed the name on this ticket 3 times. Contact us to change it again.',
    field: 'name',
  },
  rename_closed: {
    status: 409,
    sentence: () => 'Names can be changed until 24 hours before doors. Contact us if it has to change now.',
    field: 'name',
  },

  // door
  already_in: { status: 409, sentence: () => 'Someone is already inside with one of these tickets.' },
  not_inside: { status: 409, sentence: () => 'Nobody is inside with this ticket.' },
  device_locked: { status: 403, sentence: () => 'This device is locked. Ask the door manager.' },
  device_revoked: {
    status: 403,
    sentence: () => 'This device was removed from the door. Ask the door manager.',
  },
  device_code_used: {
    status: 410,
    sentence: () => 'This code no longer works. Ask the door manager for a new one.',
  },
  device_code_expired: {
    status: 410,
    sentence: () => 'This code has expired. Ask the door manager for a new one.',
  },
  device_event_over: { status: 409, sentence: () => 'This event is over.' },
  device_name_taken: {
    status: 409,
    sentence: () => 'Another device at this event has this name.',
    field: 'name',
  },
  too_many_devices: {
    status: 409,
    sentence: () => 'This event has 100 devices. Remove one to add another.',
    field: 'name',
  },
  report_resolved: { status: 409, sentence: () => 'Someone has already resolved this report.' },
  conflict_resolved: { status: 409, sentence: () => 'Someone has already resolved this conflict.' },
  zone_not_held: { status: 409, sentence: () => 'There is no hold here to lift.' },
  zone_full: {
    status: 409,
    sentence: () => 'It’s still full. Say how many more people may come in.',
    field: 'more',
  },
  zone_name_taken: { status: 409, sentence: () => 'There is already a zone with this name.', field: 'name' },
  gate_name_taken: { status: 409, sentence: () => 'There is already a gate with this name.', field: 'name' },
  zone_in_use: {
    status: 409,
    sentence: () => 'A gate leads here, or people were already counted here. You can rename it instead.',
  },
  table_kept: {
    status: 409,
    sentence: () => 'You can release a table 30 minutes after its arrival cutoff.',
  },

  // guest lists
  list_full: {
    status: 409,
    sentence: ({ left, list }) =>
      Number(left) > 0
        ? `${quoted(list, 'This list')} has room for ${left} more. Plus-ones count.`
        : `${quoted(list, 'This list')} is full.`,
    field: 'names',
  },
  list_closed: {
    status: 409,
    sentence: () => 'This list is closed. Move its cutoff to add names.',
    field: 'names',
  },
  list_no_places: {
    status: 409,
    sentence: ({ pool, left }) =>
      `${quoted(pool, 'The room')} has ${Number(left) > 0 ? `only ${left} free places` : 'no free places'}.`,
    field: 'poolId',
  },
  list_below_heads: {
    status: 409,
    sentence: ({ heads }) =>
      `This list already has ${heads ?? 'more'} guests. The quota can't go below that.`,
    field: 'quota',
  },
  list_cutoff_outside: {
    status: 422,
    sentence: () => 'The cutoff must be between the day before doors and the end of the event.',
    field: 'closesAt',
  },
  list_name_taken: {
    status: 409,
    sentence: () => 'This event already has a list with this name.',
    field: 'name',
  },
  guest_arrived: {
    status: 409,
    sentence: () => 'Someone has already come in with this name, so it stays on the list.',
  },

  group_closed: { status: 409, sentence: () => 'This ticket can’t bring others in. Scan it again.' },
  undo_too_late: { status: 409, sentence: () => 'A check-in can only be undone for 10 minutes.' },
} as const satisfies Record<string, Entry>

/** The code of a refusal. */
export type RefusalCode = keyof typeof refusals

const entries: Record<RefusalCode, Entry> = refusals

/** @returns every refusal code */
export function refusalCodes(): RefusalCode[] {
  return Object.keys(refusals).filter(isRefusalCode)
}

/** Returns whether a text is a refusal code */
export function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(refusals, code)
}

/** @returns the HTTP status of a code */
export function statusOf(code: RefusalCode): number {
  return entries[code].status
}

/** @returns the sentence for people, with the facts filled in */
export function sentenceOf(code: RefusalCode, facts: Facts = {}): string {
  return entries[code].sentence(facts)
}

/** @returns the name of the form field that a refusal is about, or null when it is about the whole form */
export function fieldOf(code: RefusalCode): string | null {
  return entries[code].field ?? null
}

/** Formats seconds as "in 3 minutes"; "in a moment" below half a minute or when unknown. */
function inMinutes(seconds: Facts[string] | undefined): string {
  const minutes = Math.ceil(Number(seconds ?? 0) / 60)
  if (!(Number(seconds) >= 30)) return 'in a moment'
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** Formats seconds as "in 3 minutes", "in 2 hours" or "in 4 days", rounded up. */
function inTime(seconds: Facts[string] | undefined): string {
  const hours = Math.ceil(Number(seconds ?? 0) / 3600)
  if (hours <= 1) return inMinutes(seconds)
  return hours <= 48 ? `in ${hours} hours` : `in ${Math.ceil(hours / 24)} days`
}

/** Says how many are left of a ticket that sold out meanwhile. */
function soldOut({ left, type }: Facts): string {
  const what = type ?? 'tickets'
  return Number(left) > 0
    ? `Only ${left} left of ${what}. Please choose fewer.`
    : `${type ? `${type} is` : 'These tickets are'} sold out.`
}

/** Formats cents as "12.50". */
function inDollars(cents: Facts[string] | undefined): string {
  return (Number(cents ?? 0) / 100).toFixed(2)
}

/** Quotes a name from the facts, or returns the text that replaces a missing one. */
function quoted(name: Facts[string] | undefined, unnamed: string): string {
  return name ? `"${name}"` : unnamed
}
