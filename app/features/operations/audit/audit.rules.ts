import { formatClock, formatDay, zoneAbbreviation } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { readPictureKey } from '#core/picture.ts'
import type { AuditContext, AuditEntry } from './audit.types.ts'

/** Puts the rows of the audit log into words. An action without an entry here is written from its name in the database. */

/** Says what each action is called. */
export const auditActions: Record<string, string> = {
  'account.anonymised': 'Account erased',
  'account.banned': 'Account banned',
  'account.deleted': 'Account deleted by staff',
  'account.deletion_cancelled': 'Deletion called off',
  'account.deletion_requested': 'Deletion requested',
  'account.email_changed': 'Email changed',
  'account.email_restored': 'Earlier email restored',
  'account.grant_given': 'Access given',
  'account.grant_revoked': 'Access ended',
  'account.guest_merged': 'Guest purchases moved to the account',
  'account.identity_linked': 'Sign-in provider connected',
  'account.invitation_revoked': 'Invitation withdrawn',
  'account.invitation_sent_again': 'Invitation sent again',
  'account.invited': 'Invitation sent',
  'account.password_reset': 'Password reset',
  'account.factor_changed': 'App or passkey for two-step verification changed',
  'account.kept': 'Deletion by staff called off',
  'account.merged': 'Accounts merged',
  'account.note': 'Note about a person added',
  'account.reinstated': 'Account reinstated',
  'account.renamed': 'Username changed',
  'account.recovery_codes_made': 'New recovery codes made',
  'account.recovery_code_used': 'Recovery code used',
  'account.role_set': 'Role changed',
  'account.sessions_ended': 'Signed out everywhere',
  'account.suspended': 'Account suspended',
  'analytics.people': 'People behind a figure viewed',
  'account.unmerged': 'Merge undone',
  'account.second_factor_confirmed': 'Two-step verification confirmed by email',
  'account.second_factor_off': 'Two-step verification turned off',
  'account.second_factor_on': 'Two-step verification turned on',
  'account.second_factor_undone': 'Two-step verification undone by email',
  'account.second_factor_removed': 'Two-step verification turned off by staff',
  'campaign.created': 'Campaign created',
  'campaign.moved': 'Campaign changed state',
  'campaign_template.archived': 'Campaign template archived',
  'campaign_template.restored': 'Earlier campaign template restored',
  'campaign_template.saved': 'Campaign template saved',
  'campaign_template.unarchived': 'Campaign template back in use',
  'chat.banned': 'Banned from chats',
  'chat.changed': 'Chat changed',
  'chat.dismissed': 'Reports of a message dismissed',
  'chat.hidden': 'Message hidden',
  'chat.lifted': 'Mute or ban from chats lifted',
  'chat.muted': 'Muted in chats',
  'chat.pinned': 'Message pinned or unpinned',
  'chat.shown': 'Message shown again',
  'assistant.phrasing_added': 'Phrasing added to the assistant',
  'assistant.phrasing_dropped': 'Phrasing of the assistant deleted',
  'assistant.request_answered': 'Message to the team answered',
  'assistant.question_dismissed': 'Question to the assistant dismissed',
  'mail.wording': 'Words of an email changed',
  'moderation.appeal': 'Appeal decided',
  'moderation.claimed': 'Case claimed',
  'moderation.decided': 'Case decided',
  'moderation.lifted': 'Warning or mute lifted',
  'moderation.note': 'Moderator note added',
  'moderation.opened': 'Case opened by a moderator',
  'moderation.released': 'Case given back',
  'moderation.reply_dropped': 'Reply for moderators deleted',
  'moderation.reply_saved': 'Reply for moderators saved',
  'moderation.sanctioned': 'Warned or muted',
  'moderation.term_added': 'Word for moderation added',
  'moderation.term_dropped': 'Word for moderation deleted',
  'allocation.given': 'Places given to a member',
  'allocation.revoked': 'Places taken back from a member',
  announce_new_date: 'New date announced',
  'buyer.block': 'Buyer blocked',
  'buyer.unblock': 'Buyer unblocked',
  'collection.saved': 'Collection saved',
  copy_event: 'Event copied',
  lock_post: 'Comments on a post closed or opened',
  pin_post: 'Post pinned or unpinned',
  set_thread: 'Event thread changed',
  delete_event: 'Draft event deleted',
  'comp.approved': 'Free tickets approved',
  'comp.cap': 'Cap of free tickets changed',
  'comp.issued': 'Free tickets issued',
  'comp.quota': 'Quota of free tickets changed',
  'comp.quota_halved': 'Quota of free tickets halved',
  'comp.revoked': 'Free tickets withdrawn',
  'comp.sent': 'Free tickets sent',
  'door.pickup_search': 'Pickups searched by name at the door',
  'door.conflict_resolved': 'Conflict at the door resolved',
  'door.gate_removed': 'Gate removed',
  'door.gate_saved': 'Gate saved',
  'door.hold_lifted': 'Capacity hold lifted',
  'door.recount': 'People in a zone recounted',
  'door.table_released': 'Table released',
  'door.zone_removed': 'Zone removed',
  'door.zone_saved': 'Zone saved',
  'door.list_override': 'Guests admitted after the cutoff',
  'door.scan_reported': 'Scan reported by the ticket holder',
  'door.scan_report_resolved': 'Report of a scan resolved',
  'door.override': 'Admitted in spite of a refusal',
  'door.search': 'Tickets searched at the door',
  'door.view': 'Ticket looked at at the door',
  'door.undo': 'Check-in undone',
  'door.banned': 'Added to the ban list',
  'door.ban_lifted': 'Taken off the ban list',
  'door.device_invited': 'Door device invited',
  'door.device_enrolled': 'Door device enrolled',
  'door.device_locked': 'Door device locked',
  'door.device_unlocked': 'Door device unlocked',
  'door.device_revoked': 'Door device removed',
  'door.device_waived': 'Ready check waived',
  'event.place_split': 'Split of places on the event page changed',
  'event.sale_changed': 'Sale changed',
  'failure.discarded': 'Failure discarded',
  'failure.retried': 'Failure tried again',
  'goods.cancel': 'Merch canceled',
  'goods.delivered': 'Merch marked as delivered',
  'goods.handed_over': 'Merch handed over',
  'goods.hand_over_resolved': 'Merch handed over twice, resolved',
  'goods.lost': 'Merch marked as lost',
  'goods.move': 'Pickup moved',
  'goods.pack': 'Packing started',
  'goods.ready': 'Merch set out for pickup',
  'goods.refund': 'Lost parcel refunded',
  'goods.resend': 'Merch sent again',
  'goods.restocked': 'Return put back on the shelf',
  'goods.return_approved': 'Return approved',
  'goods.return_received': 'Return received',
  'goods.return_rejected': 'Return declined',
  'goods.ship': 'Merch shipped',
  'goods.written_off': 'Return written off',
  'guest_list.duplicate_decided': 'Similar guest names decided',
  'guest_list.name_moved': 'Guest moved to another list',
  'guest_list.name_removed': 'Guest taken off a list',
  'guest_list.names_added': 'Guests added to a list',
  'guest_list.saved': 'Guest list saved',
  'ledger.correct': 'Net revenue corrected',
  'list.exported': 'List downloaded',
  'order.dispute_evidence': 'Dispute evidence sent',
  'order.email_corrected': 'Email of an order corrected',
  'order.note': 'Note added',
  'order.refund': 'Refund made',
  'order.tickets_mailed': 'Tickets emailed again',
  'order.tickets_sent_elsewhere': 'Tickets sent to another address',
  'product.created': 'Product created',
  'product.picture_moved': 'Product picture moved',
  'product.picture_removed': 'Product picture removed',
  'product.picture_saved': 'Product picture saved',
  'product.saved': 'Product saved',
  'product.status_set': 'Product status changed',
  'product.variants_saved': 'Variants saved',
  publish_event: 'Event published',
  'audience.deleted': 'Audience deleted',
  'audience.saved': 'Audience saved',
  'campaign.subject_chosen': 'Subject of a campaign chosen',
  'promoter.attributed': 'Order given to a promoter',
  'promoter.ended': 'Promoter ended',
  'promoter.link_sent': 'Link sent to a promoter',
  'promoter.names_added': 'Names added by a promoter',
  'promoter.paid': 'Commission marked as paid',
  'promoter.saved': 'Promoter saved',
  'refund.approved': 'Refund approved',
  'refund.confirmed': 'Manual refund confirmed',
  'refund.endorsed': 'Refund approved by the first admin',
  'refund.external_closed': 'Outside refund closed',
  'refund.not_confirmed': 'Manual refund not confirmed',
  'refund.paid_by_hand': 'Refund paid manually',
  'refund.rejected': 'Refund turned down',
  'refund.retried': 'Refund tried again',
  'refund.withdrawn': 'Refund withdrawn',
  retry_event_change: 'Event change tried again',
  save_artist: 'Artist saved',
  save_code: 'Code saved',
  save_event: 'Event saved',
  save_series: 'Series saved',
  set_artist_picture: 'Artist picture changed',
  set_code_state: 'Code status changed',
  set_event_password: 'Event password set',
  set_event_picture: 'Event picture changed',
  set_event_status: 'Event status changed',
  set_event_venue: 'Hidden venue changed',
  'mail.suppression_lifted': 'Email suppression lifted',
  'settings.changed': 'Site settings changed',
  'shipping.pickup_removed': 'Pickup point removed',
  'shipping.pickup_saved': 'Pickup point saved',
  'shipping.rule_removed': 'Price rule removed',
  'shipping.rule_saved': 'Price rule saved',
  'shipping.tax_removed': 'Tax rate removed',
  'shipping.tax_saved': 'Tax rate saved',
  'shipping.zone_removed': 'Shipping zone removed',
  'shipping.zone_saved': 'Shipping zone saved',
  'stock.adjusted': 'Stock changed',
  'stock.imported': 'Stock file applied',
  'stock.place_saved': 'Stock place saved',
  'stream.cancelled': 'Stream canceled',
  'stream.created': 'Stream created',
  'stream.key_rotated': 'Stream key replaced',
  'stream.moved': 'Stream changed state',
  'stream.pass_refunded': 'Stream pass refunded',
  'stream.passes_refunded': 'All passes of a stream refunded',
  'stream.picture_set': 'Stream poster changed',
  'stream.replay_set': 'Stream replay changed',
  'stream.saved': 'Stream saved',
  'stream.source_set': 'Stream source changed',
  'ticket.ask_supplement': 'Upgrade offered',
  'ticket.call_off': 'Type change called off',
  'ticket.change_type': 'Ticket type changed',
  'ticket.keep_type': 'Ticket kept an unpaid type',
  'ticket.reissue': 'New ticket code',
  'ticket.reissued_by_holder': 'New ticket code, by its holder',
  'ticket.renamed': 'Name on a ticket changed',
  'ticket.take_back': 'Earlier ticket type restored',
  'ticket.return_ended': 'Listed ticket ended',
  'ticket.return_listed': 'Ticket listed for return',
  'ticket.return_resold': 'Returned ticket sold',
  'ticket.return_returned': 'Listed ticket back with its holder',
  'ticket.transfer_accepted': 'Ticket transferred',
  'ticket.transfer_cancelled': 'Transfer taken back',
  'ticket.transfer_declined': 'Transfer declined',
  'ticket.transfer_expired': 'Transfer expired',
  'ticket.transfer_offered': 'Ticket offered to someone else',
  'ticket.unvip': 'VIP mark removed',
  'ticket.vip': 'VIP mark set',
  'waitlist.mode': 'Waitlist mode changed',
  'waitlist.offered': 'Tickets offered out of order',
  'waitlist.removed': 'Taken off the waitlist',
}

/** Says what each kind of subject is called. */
export const auditKinds: Record<string, string> = {
  account: 'Account',
  artist: 'Artist',
  assistant: 'Assistant',
  buyer_block: 'Blocked buyer',
  case: 'Case',
  code: 'Code',
  collection: 'Collection',
  comp: 'Free tickets',
  event: 'Event',
  moderation: 'Moderation',
  campaign: 'Campaign',
  campaign_template: 'Campaign template',
  event_change: 'Event change',
  event_series: 'Series',
  failure: 'Failure',
  figure: 'Figure',
  guest: 'Guest',
  guest_list: 'Guest list',
  invitation: 'Invitation',
  list: 'List',
  mail_kind: 'Email',
  order: 'Order',
  pickup: 'Pickup point',
  post: 'Post',
  product: 'Product',
  suppression: 'Suppressed address',
  stream: 'Stream',
  audience: 'Audience',
  promoter: 'Promoter',
  refund: 'Refund',
  rule: 'Price rule',
  settings: 'Site settings',
  stock: 'Stock',
  stock_place: 'Stock place',
  table_booking: 'Table booking',
  door_gate: 'Gate',
  door_zone: 'Zone',
  door_ban: 'Ban',
  scan: 'Scan',
  tax: 'Tax rate',
  ticket: 'Ticket',
  variant: 'Variant',
  zone: 'Shipping zone',
}

const fieldNames: Record<string, string> = {
  bag_policy: 'Bag policy',
  contact_email: 'Contact email',
  handling_max_days: 'Handling time, most business days',
  handling_min_days: 'Handling time, fewest business days',
  id_policy: 'ID policy',
  image_alt: 'Picture description',
  image_path: 'Picture',
  is_test: 'Test mode',
  is_vip: 'VIP',
  max_transfers: 'Transfers per ticket',
  playback_minutes: 'Minutes of playback without renewal',
  qr_visible_hours: 'Hours before doors that codes show',
  sku: 'SKU',
  starts_at: 'Start',
  ends_at: 'End',
  doors_at: 'Doors',
  user_id: 'Person',
}

/** Turns a name of the database into words: `sale_starts_at` and `saleStartsAt` are "Sale starts". */
function words(name: string): string {
  const text = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/_(at|cents|id|ids)$/, '')
    .replaceAll(/[._-]/g, ' ')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Says what was done: "Refund made". */
export function auditAction(action: string): string {
  return auditActions[action] ?? words(action)
}

/** Says of which kind a subject is: "Order". */
export function auditKind(kind: string): string {
  return auditKinds[kind] ?? words(kind)
}

/** Names a field: "Sale starts"; of a row below the subject with that row's name: "Ticket type Entry: Sale starts". */
export function auditField(field: string): string {
  const at = field.lastIndexOf(': ')
  const own = field.slice(at < 0 ? 0 : at + 2)
  return (at < 0 ? '' : field.slice(0, at + 2)) + (fieldNames[own] ?? words(own))
}

/** Tells whether a field holds an amount in cents. */
const isMoney = (field: string) => /(_cents|Cents)$/.test(field)

const instantText = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/

/**
 * Writes a value for people: money of fields in cents, times in the brand's zone, yes and no, a list by its items, an id by the name
 * of what it stands for.
 * @param field the field's name in the database
 * @param names names by id
 * @returns null for nothing
 */
export function auditValue(
  field: string,
  value: unknown,
  context: AuditContext,
  names: AuditEntry['names'] = {},
): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return isMoney(field) ? formatMoney(value, context.currency) : value.toLocaleString('en-US')
  if (typeof value === 'string') {
    const name = names[value]
    if (name !== undefined) return name
    // the name of its files is enough to tell one picture from another
    const picture = readPictureKey(value)?.base.split('/').at(-1)
    return picture ?? (instantText.test(value) ? auditTime(value, context) : value)
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => auditValue(field, item, context, names)).filter((item) => item !== null)
    return items.length > 0 ? items.join(items.some((item) => item.includes(': ')) ? '; ' : ', ') : null
  }
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const text = auditValue(key, part, context, names)
    return text === null ? [] : [`${auditField(key)}: ${text}`]
  })
  return parts.length > 0 ? parts.join(', ') : null
}

/** Lists the ids in a value that have names, each once. */
export function namedIds(value: unknown, names: AuditEntry['names']): string[] {
  if (typeof value === 'string') return names[value] === undefined ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap((part) => namedIds(part, names)))]
}

/** Formats `Sun, Nov 22, 8:05 PM ET`, in the brand's zone. */
export function auditTime(at: string, { timeZone, now }: AuditContext): string {
  return `${formatDay(at, timeZone, now)}, ${formatClock(at, timeZone)} ${zoneAbbreviation(at, timeZone)}`
}

/** Names what a row is about: "Order K7M2P9QX". */
export function auditSubject({ subjectKind, subject }: Pick<AuditEntry, 'subjectKind' | 'subject'>): string {
  const { name, username } = subject ?? {}
  const called = name ? (username ? `${name} (@${username})` : name) : null
  return called ? `${auditKind(subjectKind)} ${called}` : auditKind(subjectKind)
}

/** Says who did it: their name, or what did it where nobody was signed in. */
export function auditActor({ actorId, actorName }: Pick<AuditEntry, 'actorId' | 'actorName'>): string {
  return actorName ?? (actorId ? 'A deleted account' : 'The site')
}

/** @returns the address of the page of what a row is about; null where there is none */
export function auditSubjectPath({
  subjectKind,
  subjectId,
  subject,
}: Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'subject'>): string | null {
  if (subjectKind === 'settings') return paths.adminSettings()
  if (subjectKind === 'stock') return paths.adminInventory()
  if (subjectKind === 'moderation') return paths.moderationSetup()
  if (subjectKind === 'case') return subjectId && paths.moderationCase(subjectId)
  if (subjectKind === 'failure') return paths.adminFailures()
  if (subjectKind === 'buyer_block') return paths.blockedBuyers()
  if (!subject || !subjectId) return null
  if (subject.orderCode) return paths.ticketManagementOrder(subject.orderCode)
  if (subjectKind === 'code' && subject.eventId) return paths.adminEventTab(subject.eventId, 'codes')
  if (subject.eventId) return paths.adminEvent(subject.eventId)
  switch (subjectKind) {
    case 'account':
      return paths.userManagementPerson(subjectId)
    case 'product':
      return paths.adminProduct(subjectId)
    case 'variant':
      return paths.adminVariantStock(subjectId)
    case 'collection':
      return paths.adminCollections()
    case 'stock_place':
      return paths.adminStockPlaces()
    case 'event_series':
      return paths.adminEvents({ series: subjectId })
    case 'zone':
    case 'tax':
    case 'pickup':
    case 'rule':
      return paths.adminShipping()
    default:
      return null
  }
}
