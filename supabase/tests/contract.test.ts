import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { audienceSchema } from '#core/audience.ts'
import { foundGuestsSchema } from '#core/door-guests.ts'
import { wallTimeOf } from '#core/event-time.ts'
import { liveStateSchema } from '#core/live-state.ts'
import { meSchema } from '#core/roles.ts'
import { shellSchema } from '#core/shell.ts'
import {
  emailUndoSchema,
  factorConfirmationSchema,
  linkedAccountSchema,
  loginAccountSchema,
  passwordResetSchema,
  secondFactorSchema,
} from '#features/accounts/accounts.types.ts'
import {
  grantsEndPreviewSchema,
  staffGrantListSchema,
  staffInvitationListSchema,
  staffInvitationSchema,
} from '#features/accounts/staff/grants.types.ts'
import { dashboardSchema } from '#features/analytics/analytics.types.ts'
import { figureKeys } from '#features/analytics/dashboard/figures.rules.ts'
import {
  doorDataSchema,
  eventsDataSchema,
  figureRowsSchema,
  funnelDataSchema,
  liveDataSchema,
  overviewDataSchema,
  paceDataSchema,
  reportFrameSchema,
  retentionDataSchema,
  shopDataSchema,
  sourcesDataSchema,
} from '#features/analytics/dashboard/report.types.ts'
import { assistantPageSchema, unansweredSchema } from '#features/assistant/assistant.types.ts'
import { draftsSchema } from '#features/assistant/drafts.types.ts'
import { handOverSchema, requestListSchema } from '#features/assistant/hand-over.types.ts'
import { chargeSchema } from '#features/assistant/records.types.ts'
import { bellSchema } from '#features/community/bell/bell.types.ts'
import { postListSchema, postPageSchema, postsBySchema } from '#features/community/community.types.ts'
import { companySchema, myCompanySchema } from '#features/community/company/company.types.ts'
import {
  appealListSchema,
  caseListSchema,
  casePageSchema,
  moderatedPersonSchema,
  moderationSetupSchema,
  ownModerationSchema,
} from '#features/community/moderation/moderation.types.ts'
import {
  personPageSchema as memberPageSchema,
  myPeopleSchema,
  suggestionsSchema,
} from '#features/community/people/people.types.ts'
import { banListSchema } from '#features/door/bans/bans.types.ts'
import { deviceListSchema } from '#features/door/devices/devices.types.ts'
import { doorEventListSchema, doorFiguresSchema, doorPollSchema } from '#features/door/door.types.ts'
import { unsignedPackSchema } from '#features/door/pack.types.ts'
import { foundPickupsSchema, stationListSchema, stationSchema } from '#features/door/pickup/pickup.types.ts'
import { unsignedPickupPackSchema } from '#features/door/pickup/pickup-pack.types.ts'
import { scanDataSchema } from '#features/door/scan-data.types.ts'
import { occupancySchema } from '#features/door/zones/zones.types.ts'
import { artistListSchema } from '#features/events/events.types.ts'
import {
  eventListSchema,
  eventPageSchema,
  homeEventsSchema,
  shareCardSchema,
  sitemapEventsSchema,
  sitemapYearsSchema,
} from '#features/events/public/public-events.types.ts'
import { doorLayoutSchema } from '#features/events/staff/door-layout.types.ts'
import {
  eventCodeEditorSchema,
  eventCodesSchema,
  eventEndingSchema,
  saveConsequencesSchema,
  staffEventListSchema,
  storedEventSchema,
} from '#features/events/staff/staff-events.types.ts'
import {
  chatChangesSchema,
  chatPageSchema,
  chatReportsSchema,
  chatStandingSchema,
} from '#features/live/chat/chat.types.ts'
import { streamChoicesSchema, streamDeskSchema, streamListSchema } from '#features/live/desk/desk.types.ts'
import { livePageSchema, streamAccessSchema } from '#features/live/live.types.ts'
import { alertLinkSchema, followsSchema } from '#features/mail/alerts/alerts.types.ts'
import {
  audienceChoicesSchema,
  audienceCountSchema,
  audiencesSchema,
} from '#features/mail/audiences/audiences.types.ts'
import {
  campaignEditorSchema,
  campaignFactsSchema,
  campaignListSchema,
  campaignTemplatesSchema,
  cardChoicesSchema,
} from '#features/mail/campaigns/campaign.types.ts'
import {
  mailLogSchema,
  notificationsReadSchema,
  resetAccountsSchema,
  staffMailSchema,
} from '#features/mail/mail.types.ts'
import { mailKinds } from '#features/mail/mail-kinds.server.ts'
import { mailPreferencesSchema } from '#features/mail/preferences.types.ts'
import { campaignRecipientsSchema, campaignResultsSchema } from '#features/mail/results/results.types.ts'
import { dueCampaignsSchema } from '#features/mail/sending/campaign-send.types.ts'
import { subscriptionLinkSchema } from '#features/mail/subscriptions.types.ts'
import { suppressionListSchema } from '#features/mail/suppressions.types.ts'
import { mailWordingsSchema } from '#features/mail/wordings/wordings.types.ts'
import { auditLogSchema } from '#features/operations/audit/audit.types.ts'
import { failureListSchema } from '#features/operations/failures/failures.types.ts'
import { todaySchema } from '#features/operations/today/today.types.ts'
import { capacityBoardSchema } from '#features/orders/capacity/capacity.types.ts'
import { cartSchema } from '#features/orders/cart/cart.types.ts'
import {
  buyerBlocksSchema,
  buyerFactsSchema,
  disputeListSchema,
  disputeSchema,
} from '#features/orders/disputes/disputes.types.ts'
import {
  changedOrdersSchema,
  eventChangeSchema,
  eventChoiceSchema,
} from '#features/orders/event-changes/event-changes.types.ts'
import { refundPreviewSchema, staffOrderDetailSchema } from '#features/orders/order-desk.types.ts'
import {
  checkoutPageSchema,
  pastOrdersSchema,
  placedOrderSchema,
  quoteSchema,
  staffOrderListSchema,
  ticketMailPreviewSchema,
} from '#features/orders/orders.types.ts'
import { receiptSchema } from '#features/orders/receipts.types.ts'
import { ownRefundPageSchema } from '#features/orders/refunds/own-refund.types.ts'
import {
  REFUND_FILTERS,
  refundDetailSchema,
  refundListSchema,
} from '#features/orders/refunds/refund-queue.types.ts'
import { supplementSchema } from '#features/orders/supplements/supplements.types.ts'
import { ticketActionPreviewSchema } from '#features/orders/ticket-actions.types.ts'
import { peopleSchema, personPageSchema, personPostsSchema } from '#features/people/people.types.ts'
import { foundSchema } from '#features/search/search.types.ts'
import { emailChangeSchema, exportedDataSchema, settingsSchema } from '#features/settings/settings.types.ts'
import {
  allocatedPlaceSchema,
  allocationListSchema,
  myAllocationsSchema,
  placeSplitSchema,
} from '#features/sharing/allocations/allocations.types.ts'
import {
  compClaimSchema,
  compDetailSchema,
  compFiguresSchema,
  compFormSchema,
  compListSchema,
  compPreviewSchema,
} from '#features/sharing/free-tickets/free-tickets.types.ts'
import {
  guestListPageSchema,
  guestPairsSchema,
  guestsSchema,
} from '#features/sharing/guest-lists/guest-lists.types.ts'
import {
  eventPromoterSchema,
  eventPromotersSchema,
  orderAttributionSchema,
  promoterPageSchema,
  statementSchema,
} from '#features/sharing/promoters/promoters.types.ts'
import { returnsSchema } from '#features/sharing/returns/returns.types.ts'
import {
  linkedTransferSchema,
  staffTransferSchema,
  transfersSchema,
} from '#features/sharing/transfers/transfers.types.ts'
import {
  myWaitlistSchema,
  staffWaitlistSchema,
  waitlistLinkSchema,
} from '#features/sharing/waitlist/waitlist.types.ts'
import {
  fulfilmentListSchema,
  fulfilmentTabs,
  goodsActions,
  goodsPreviewSchema,
  packingSlipSchema,
  pickListSchema,
} from '#features/shop/fulfilment/fulfilment.types.ts'
import { ownGoodsSchema } from '#features/shop/fulfilment/own-goods.types.ts'
import {
  productListSchema,
  productPageSchema,
  productShareCardSchema,
  sitemapProductsSchema,
  suggestedProductsSchema,
} from '#features/shop/public/catalogue.types.ts'
import { returnDetailSchema, returnListSchema, returnTabs } from '#features/shop/returns/returns.types.ts'
import { shippingSchema } from '#features/shop/shipping/shipping.types.ts'
import {
  inventorySchema,
  stockFilePreviewSchema,
  variantLedgerSchema,
} from '#features/shop/staff/inventory.types.ts'
import { productEditorSchema, staffProductsSchema } from '#features/shop/staff/products.types.ts'
import { shopCodeEditorSchema, shopCodesSchema } from '#features/shop/staff/shop-codes.types.ts'
import { staffFrameSchema, staffSearchSchema } from '#features/staff/staff.types.ts'
import { attendeesSchema } from '#features/tickets/staff/attendees.types.ts'
import {
  devicePassesSchema,
  passPushSchema,
  ticketListSchema,
  walletPassSchema,
} from '#features/tickets/tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { probedStreamSchema, streamSourceSchema } from '#server/live-source-reads.server.ts'
import { limitFiguresSchema } from '#server/rate-limit.server.ts'
import { installationSchema } from '../../scripts/doctor.ts'
import { makeCampaign } from './campaigns.ts'
import { issueComp } from './comps.ts'
import { countOneIn, makeConflict } from './door-fixture.ts'
import { announceNewDate, createEvent } from './event-fixture.ts'
import { act as actOn, askReturn, buyGoods, makePoint, parcelOf } from './goods.ts'
import { addGuests, admit, saveList } from './guest-lists.ts'
import { newMember } from './member.ts'
import { beginPayment, buy, holdItems, linesOf, placeOrder, report, reportDispute } from './selling.ts'
import { makeStream } from './streams.ts'
import { type Name, openTestUsers } from './test-users.ts'
import { archiveProducts, lineOf, makeVariant } from './variants.ts'

/**
 * Holds the contract between the read functions of the database and the schemas that the site parses their JSON with: each
 * read function is called through the API as the people who may call it. A new read function fails here until it is in `reads`.
 */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  await archiveProducts(sql)
  await users.close()
})

type Caller = Name | 'visitor' | 'server'

type Read = {
  /** The one declaration of what the function returns, from `<area>.types.ts`. */
  schema: z.ZodType
  /** People who may call it, chosen so that each branch of the function runs for one of them. */
  callers: readonly Caller[]
  /** Arguments of each call, by their SQL names; one call without arguments where it is left out. */
  calls?: (rows: Fixture) => Record<string, unknown>[]
  /** Keys of its objects are data (ids), so they are not checked for their spelling. */
  keyedByData?: true
}

const everybody = ['visitor', 'Gus', 'Mia', 'Mo', 'Ada'] as const

const noLink = { p_token_hash: 'none' }

const reads: Record<string, Read> = {
  list_sitemap_events: {
    schema: sitemapEventsSchema,
    callers: everybody,
    calls: () => [0, 1].map((later) => ({ p_year: new Date().getUTCFullYear() + later })),
  },
  list_sitemap_years: { schema: sitemapYearsSchema, callers: everybody },
  email_taken: { schema: z.boolean(), callers: ['server'], calls: () => [{ p_email: 'nobody@example.com' }] },
  export_my_data: { schema: exportedDataSchema, callers: ['Mia', 'Mo', 'Ada'] },
  is_deactivated_password: {
    schema: z.boolean(),
    callers: ['server'],
    calls: ({ mia }) => [{ p_user: mia, p_password: 'x' }],
  },
  list_staff_grants: {
    schema: staffGrantListSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_capability: 'scan', p_limit: 1 }],
  },
  preview_grants_end: {
    schema: grantsEndPreviewSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{ p_ids: [] }, { p_ids: [], p_event: event.eventId }],
  },
  list_comps: {
    schema: compListSchema,
    callers: ['Ada'],
    calls: ({ event }) => [
      {},
      { p_event: event.eventId, p_show: 'claimed', p_guests: 'arrived', p_limit: 1 },
    ],
  },
  read_comp: {
    schema: compDetailSchema,
    callers: ['Ada'],
    calls: ({ comp }) => [{ p_id: comp.id }, { p_id: crypto.randomUUID() }],
  },
  read_comp_form: {
    schema: compFormSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }, { p_event: null }],
  },
  read_comp_figures: {
    schema: compFiguresSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }, {}],
  },
  preview_comps: {
    schema: compPreviewSchema,
    callers: ['Ada'],
    calls: ({ event }) => [
      { p_event: event.eventId, p_rows: [{ email: 'Kim@example.com' }, { email: 'kim@example.com' }] },
    ],
  },
  read_comp_claim: {
    schema: compClaimSchema,
    callers: ['server'],
    calls: ({ comp }) => [{ p_token_hash: comp.link }],
  },
  list_staff_invitations: { schema: staffInvitationListSchema, callers: ['Ada'] },
  read_staff_invitation: {
    schema: staffInvitationSchema,
    callers: ['server'],
    calls: ({ invitationLink, mia }) => [
      { ...noLink, p_user: null },
      { p_token_hash: invitationLink, p_user: mia },
    ],
  },
  read_second_factor: { schema: secondFactorSchema.nullable(), callers: ['Gus', 'Mia', 'Ada'] },
  list_people: {
    schema: peopleSchema,
    callers: ['Mo', 'Ada'],
    calls: () => [{ p_limit: 100 }, { p_limit: 1 }, { p_role: 'admin', p_state: 'active', p_grant: 'any' }],
  },
  read_person: {
    schema: personPageSchema.nullable(),
    callers: ['Mo', 'Ada'],
    calls: ({ mia }) => [{ p_user: mia }, { p_user: crypto.randomUUID() }],
  },
  list_person_posts: {
    schema: personPostsSchema.nullable(),
    callers: ['Mo', 'Ada'],
    calls: ({ mia }) => [{ p_user: mia }, { p_user: crypto.randomUUID() }],
  },
  list_events: {
    schema: eventListSchema,
    callers: everybody,
    calls: () => [{}, { p_past: true }, { p_city: 'Nowhere at all' }],
  },
  list_staff_events: {
    schema: staffEventListSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_filter: 'draft' }, { p_filter: 'past', p_sort: '-money', p_limit: 1 }],
  },
  read_event_editor: {
    schema: storedEventSchema,
    callers: ['Ada'],
    calls: ({ event, draftEvent }) => [{ p_id: event.eventId }, { p_id: draftEvent.eventId }],
  },
  preview_event_save: {
    schema: saveConsequencesSchema,
    callers: ['Ada'],
    // Every ticket type leaves the sale, and the event moves: two kinds of consequences.
    calls: ({ event }) => [
      { p_event: { id: event.eventId, startsAt: '2031-01-01T00:00:00Z', types: [], feeBps: 77 } },
    ],
  },
  read_artists: { schema: artistListSchema, callers: ['Gus', 'Mia', 'Mo', 'Ada'] },
  read_event_ending: {
    schema: eventEndingSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{ p_id: event.eventId }],
  },
  read_event_change: {
    schema: eventChangeSchema,
    callers: ['Ada'],
    calls: ({ event, movedEvent }) => [{ p_event: event.eventId }, { p_event: movedEvent.eventId }],
  },
  list_event_change_orders: {
    schema: changedOrdersSchema,
    callers: ['Ada'],
    calls: ({ moved }) => [{ p_change: moved.changeId }, { p_change: moved.changeId, p_limit: 1 }],
  },
  read_event_choice: {
    schema: eventChoiceSchema,
    callers: ['server'],
    calls: ({ mia, order, moved, link }) => [
      { p_owner: mia, p_code: moved.code, p_token_hash: null },
      { p_owner: mia, p_code: order.code, p_token_hash: null },
      { p_owner: null, p_code: null, p_token_hash: link },
    ],
  },
  read_staff_mail: {
    schema: staffMailSchema.nullable(),
    callers: ['Ada'],
    calls: ({ mail }) => [{ p_mail: mail }, { p_mail: crypto.randomUUID() }],
  },
  list_suppressions: {
    schema: suppressionListSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_show: 'all', p_search: 'gone', p_limit: 1 }],
  },
  list_staff_mails: {
    schema: mailLogSchema,
    callers: ['Ada'],
    calls: ({ mia, order }) => [
      {},
      { p_person: mia, p_show: 'sent', p_from: '2026-01-01', p_to: '2030-12-31', p_limit: 3 },
      { p_search: order.code, p_kind: 'order_paid' },
    ],
  },
  read_supplement: {
    schema: supplementSchema,
    callers: ['server'],
    calls: ({ mia, order, link }) => [
      { p_owner: mia, p_code: order.code, p_token_hash: null },
      { p_owner: null, p_code: null, p_token_hash: link },
    ],
  },
  read_event_page: {
    schema: eventPageSchema,
    callers: everybody,
    calls: ({ event, clubEvent, draftEvent, soonEvent }) =>
      [event, clubEvent, draftEvent, soonEvent].map(({ eventId }) => ({ p_id: eventId })),
  },
  is_password_wanted: {
    schema: z.boolean(),
    callers: everybody,
    calls: ({ event }) => [{ p_event: event.eventId }],
  },
  check_event_password: {
    schema: z.uuid().nullable(),
    callers: ['server'],
    calls: ({ event }) => [{ p_event: event.eventId, p_password: 'wrong word' }],
  },
  read_share_card: {
    schema: shareCardSchema.nullable(),
    callers: everybody,
    calls: ({ event, clubEvent, draftEvent }) =>
      [event, clubEvent, draftEvent].map(({ eventId }) => ({ p_id: eventId })),
  },
  read_home: { schema: homeEventsSchema, callers: everybody },
  read_today: { schema: todaySchema, callers: ['Mo', 'Ada'], keyedByData: true },
  list_cases: {
    schema: caseListSchema,
    callers: ['Mo', 'Ada'],
    calls: () => ['open', 'hidden', 'mine', 'decided'].map((p_tab) => ({ p_tab, p_limit: 5 })),
  },
  read_case: {
    schema: casePageSchema.nullable(),
    callers: ['Mo', 'Ada'],
    calls: () => [{ p_case: crypto.randomUUID() }],
  },
  read_moderated_person: {
    schema: moderatedPersonSchema.nullable(),
    callers: ['Mo', 'Ada'],
    calls: ({ mia }) => [{ p_user: mia }, { p_user: crypto.randomUUID() }],
  },
  list_appeals: { schema: appealListSchema, callers: ['Mo', 'Ada'] },
  read_moderation_setup: { schema: moderationSetupSchema, callers: ['Mo', 'Ada'] },
  read_own_moderation: { schema: ownModerationSchema, callers: ['Mia', 'Mo', 'Ada'] },
  list_posts: {
    schema: postListSchema.nullable(),
    callers: everybody,
    calls: ({ post, event, draftEvent }) => [
      {},
      { p_from: post, p_limit: 1 },
      { p_tab: 'following' },
      { p_tab: 'events' },
      { p_event: event.eventId },
      { p_event: draftEvent.eventId },
    ],
  },
  read_post: {
    schema: postPageSchema.nullable(),
    callers: everybody,
    calls: ({ post }) => [{ p_post: post }, { p_post: randomUUID() }],
  },
  count_new_posts: {
    schema: z.int(),
    callers: everybody,
    calls: () => [
      { p_after: new Date(0).toISOString() },
      { p_after: new Date().toISOString(), p_tab: 'events' },
    ],
  },
  read_post_takedowns: { schema: z.int(), callers: ['server'] },
  link_to_preview: {
    schema: z.string().nullable(),
    callers: ['server'],
    calls: ({ post }) => [{ p_post: post }],
  },
  read_mail_wordings: {
    schema: mailWordingsSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_kind: 'order_paid' }],
  },
  list_campaigns: {
    schema: campaignListSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_show: 'planned', p_search: 'news', p_limit: 1 }],
    // counts are by tab
    keyedByData: true,
  },
  read_campaign: {
    schema: campaignEditorSchema,
    callers: ['Ada'],
    calls: ({ campaign }) => [{ p_id: campaign }, { p_id: randomUUID() }],
  },
  read_campaign_facts: {
    schema: campaignFactsSchema,
    callers: ['server'],
    calls: ({ campaign }) => [{ p_id: campaign }, { p_id: randomUUID() }],
  },
  read_campaign_templates: { schema: campaignTemplatesSchema, callers: ['Ada'] },
  find_campaign_cards: {
    schema: cardChoicesSchema,
    callers: ['Ada'],
    calls: ({ product }) => [
      { p_kind: 'events', p_search: '' },
      { p_kind: 'products', p_search: null, p_ids: [product] },
    ],
  },
  read_live_page: {
    schema: livePageSchema,
    callers: everybody,
    calls: ({ streamCode }) => [{}, { p_code: streamCode }, { p_code: 'nothing-here' }],
  },
  read_live_report: {
    schema: liveDataSchema,
    callers: ['Mo', 'Ada'],
    calls: () => [{}, { p_days: 7 }],
  },
  read_live_state: { schema: liveStateSchema, callers: everybody },
  read_chat_page: {
    schema: chatPageSchema,
    callers: everybody,
    calls: ({ streamCode }) => [{ p_code: streamCode }, { p_code: 'nothing-here' }],
  },
  read_chat_standing: {
    schema: chatStandingSchema,
    callers: everybody,
    calls: ({ stream }) => [{ p_stream: stream }, { p_stream: randomUUID() }],
  },
  read_chat_changes: {
    schema: chatChangesSchema.nullable(),
    callers: ['server'],
    calls: ({ stream }) => [
      { p_stream: stream },
      { p_stream: stream, p_since: 0 },
      { p_stream: randomUUID() },
    ],
  },
  list_chat_reports: { schema: chatReportsSchema, callers: ['Mo', 'Ada'] },
  list_streams: {
    schema: streamListSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_show: 'past', p_search: 'night', p_limit: 1 }, { p_show: 'all' }],
  },
  read_stream_desk: {
    schema: streamDeskSchema.nullable(),
    callers: ['Ada'],
    calls: ({ stream }) => [{ p_stream: stream }, { p_stream: randomUUID() }],
  },
  read_stream_choices: {
    schema: streamChoicesSchema,
    callers: ['Ada'],
    calls: ({ stream }) => [{}, { p_stream: stream }],
  },
  read_stream_access: {
    schema: streamAccessSchema.nullable(),
    callers: everybody,
    calls: ({ stream }) => [{ p_stream: stream }, { p_stream: randomUUID() }],
  },
  find_ingest_stream: {
    schema: z.strictObject({ streamId: z.uuid(), state: z.string(), keyVersion: z.int() }).nullable(),
    callers: ['server'],
    calls: () => [{ p_key_hash: 'none' }],
  },
  find_mux_stream: {
    schema: z.strictObject({ streamId: z.uuid(), keyVersion: z.int() }).nullable(),
    callers: ['server'],
    calls: () => [{ p_live_stream: 'none' }],
  },
  read_probed_streams: { schema: z.array(probedStreamSchema), callers: ['server'] },
  read_stream_source: {
    schema: streamSourceSchema.nullable(),
    callers: ['server'],
    calls: ({ stream }) => [{ p_stream: stream }, { p_stream: randomUUID() }],
  },
  read_person_page: {
    schema: memberPageSchema,
    callers: everybody,
    calls: () => [{ p_username: 'nobody_here' }, { p_username: '%' }],
  },
  list_posts_by: {
    schema: postsBySchema,
    callers: everybody,
    calls: () => [{ p_username: 'nobody_here' }, { p_username: '%', p_from: crypto.randomUUID() }],
  },
  read_my_people: {
    schema: myPeopleSchema,
    callers: ['Mia', 'Ada'],
    calls: () => ['following', 'followers', 'blocked', 'muted'].map((p_show) => ({ p_show })),
  },
  count_my_notifications: { schema: z.int(), callers: ['Mia', 'Ada'] },
  read_my_bell: { schema: bellSchema, callers: ['Mia', 'Ada'] },
  read_company: {
    schema: companySchema,
    callers: ['Mia', 'Ada'],
    calls: () => [{ p_event: crypto.randomUUID() }],
  },
  read_my_company: { schema: myCompanySchema, callers: ['Mia', 'Ada'] },
  suggest_people: {
    schema: suggestionsSchema,
    callers: ['Mia', 'Ada'],
    calls: () => [{ p_prefix: 'm' }, { p_prefix: '@%_' }, { p_prefix: '' }],
  },
  list_door_events: { schema: doorEventListSchema, callers: ['Gus', 'Mia', 'Dex', 'Mo', 'Ada'] },
  preview_ticket_mails: {
    schema: ticketMailPreviewSchema,
    callers: ['Ada'],
    calls: ({ order }) => [{ p_codes: [] }, { p_codes: [order.code, 'ZZZZZZZZ'] }],
  },
  read_capacity_board: {
    schema: capacityBoardSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ event, draftEvent }) => [{}, { p_event: event.eventId }, { p_event: draftEvent.eventId }],
  },
  list_staff_orders: {
    schema: staffOrderListSchema,
    callers: ['Ada'],
    calls: ({ event }) => [
      {},
      { p_show: 'refunds' },
      { p_show: 'paid', p_limit: 1, p_event: event.eventId, p_sort: 'buyer' },
    ],
  },
  preview_ticket_action: {
    schema: ticketActionPreviewSchema,
    callers: ['Ada'],
    calls: ({ order }) => [
      { p_action: 'void', p_tickets: [], p_orders: [order.code, 'NOBODYS1'] },
      { p_action: 'change_type', p_tickets: [crypto.randomUUID()] },
    ],
  },
  find_guests: {
    schema: foundGuestsSchema,
    callers: ['Dot', 'Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }, { p_event: event.eventId, p_search: 'keisha jo' }],
  },
  list_guests: {
    schema: guestsSchema,
    callers: ['Ada'],
    calls: ({ event }) => [
      {},
      { p_event: event.eventId, p_limit: 1 },
      { p_event: event.eventId, p_show: 'arrived', p_sort: '-added' },
    ],
  },
  list_bans: { schema: banListSchema, callers: ['Ada'], calls: ({ event }) => [{ p_event: event.eventId }] },
  list_guest_pairs: {
    schema: guestPairsSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }, { p_event: crypto.randomUUID() }],
  },
  read_guest_list: {
    schema: guestListPageSchema,
    callers: ['Ada'],
    calls: ({ event, guestList }) => [
      { p_list: guestList },
      { p_list: null, p_event: event.eventId },
      { p_list: crypto.randomUUID() },
    ],
  },
  read_attendees: {
    schema: attendeesSchema,
    callers: ['Dot', 'Ada'],
    calls: ({ event }) => [
      {},
      { p_event: event.eventId },
      { p_show: 'arrived', p_sort: '-arrival', p_limit: 1 },
    ],
  },
  read_staff_order: {
    schema: staffOrderDetailSchema.nullable(),
    callers: ['Ada'],
    calls: ({ order, hold }) => [{ p_code: order.code }, { p_code: hold.orderCode }, { p_code: 'NOBODYS' }],
  },
  list_event_promoters: {
    schema: eventPromotersSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{}, { p_event: event.eventId, p_show: 'active', p_search: 'x', p_limit: 1 }],
  },
  read_event_promoter: {
    schema: eventPromoterSchema.nullable(),
    callers: ['Ada'],
    calls: ({ promoter }) => [
      { p_event_promoter: promoter.eventPromoter },
      { p_event_promoter: randomUUID() },
    ],
  },
  read_promoter_statement: {
    schema: statementSchema.nullable(),
    callers: ['Ada'],
    calls: ({ promoter }) => [{ p_promoter: promoter.id }, { p_promoter: randomUUID() }],
  },
  read_order_attribution: {
    schema: orderAttributionSchema.nullable(),
    callers: ['Ada'],
    calls: ({ order }) => [{ p_code: order.code }, { p_code: 'NOBODYS' }],
  },
  read_promoter_page: { schema: promoterPageSchema.nullable(), callers: ['Mia', 'Sid'] },
  read_my_statement: { schema: statementSchema.nullable(), callers: ['Mia', 'Sid'] },
  read_promoter_by_link: {
    schema: promoterPageSchema.nullable(),
    callers: ['server'],
    calls: ({ promoter }) => [{ p_token_hash: promoter.link }, noLink],
  },
  list_buyer_blocks: { schema: buyerBlocksSchema, callers: ['Ada'] },
  read_campaign_results: {
    schema: campaignResultsSchema.nullable(),
    callers: ['Ada'],
    calls: () => [{ p_id: crypto.randomUUID() }],
  },
  list_campaign_recipients: {
    schema: campaignRecipientsSchema,
    callers: ['Ada'],
    calls: () => [{ p_id: crypto.randomUUID(), p_show: 'problems' }],
  },
  read_campaign_audience: {
    schema: audienceSchema.nullable(),
    callers: ['Ada'],
    calls: () => [{ p_id: crypto.randomUUID() }],
  },
  read_due_campaigns: { schema: dueCampaignsSchema, callers: ['server'] },
  read_campaign_snapshot: {
    schema: z.null(),
    callers: ['server'],
    calls: () => [{ p_id: crypto.randomUUID() }],
  },
  read_campaign_end: {
    schema: z.null(),
    callers: ['server'],
    calls: () => [{ p_recipient: crypto.randomUUID() }],
  },
  list_audiences: { schema: audiencesSchema, callers: ['Ada'] },
  read_audience_choices: { schema: audienceChoicesSchema, callers: ['Ada'] },
  count_audience: {
    schema: audienceCountSchema,
    callers: ['Ada'],
    calls: () => [{ p_definition: { match: 'all', conditions: [] } }],
  },
  read_buyer_facts: {
    schema: buyerFactsSchema.nullable(),
    callers: ['Ada'],
    calls: ({ order, mia }) => [
      { p_order: order.code, p_person: null },
      { p_order: null, p_person: mia },
      { p_order: 'NOBODYS1', p_person: null },
    ],
  },
  list_disputes: {
    schema: disputeListSchema,
    callers: ['Ada'],
    calls: ({ dispute }) => [{}, { p_open: true, p_limit: 1 }, { p_after: dispute }],
  },
  read_dispute: {
    schema: disputeSchema.nullable(),
    callers: ['Ada'],
    calls: ({ dispute }) => [{ p_dispute: dispute }, { p_dispute: '00000000-0000-4000-8000-000000000000' }],
  },
  read_own_refund: {
    schema: ownRefundPageSchema.nullable(),
    callers: ['Gus', 'Mia'],
    calls: ({ order }) => [{ p_code: order.code }, { p_code: 'NOBODYS' }],
  },
  read_refund_by_link: {
    schema: ownRefundPageSchema.nullable(),
    callers: ['server'],
    calls: ({ link }) => [{ p_token_hash: link }, noLink],
  },
  read_own_goods: {
    schema: ownGoodsSchema,
    callers: ['Gus', 'Mia'],
    calls: ({ sold }) => [{ p_code: sold.code }, { p_code: 'NOBODYS' }],
  },
  read_goods_by_link: {
    schema: ownGoodsSchema,
    callers: ['server'],
    calls: ({ sold }) => [{ p_token_hash: sold.link }, noLink],
  },
  list_fulfilments: {
    schema: fulfilmentListSchema,
    callers: ['Ada'],
    calls: () => fulfilmentTabs.map((p_show) => ({ p_show, p_limit: 3 })),
  },
  preview_goods_action: {
    schema: goodsPreviewSchema,
    callers: ['Ada'],
    calls: ({ sold }) => goodsActions.map((p_action) => ({ p_action, p_ids: [sold.first] })),
  },
  read_pick_list: {
    schema: pickListSchema,
    callers: ['Ada'],
    calls: ({ sold }) => [{ p_ids: [sold.first] }, { p_ids: [] }],
  },
  read_packing_slip: {
    schema: packingSlipSchema,
    callers: ['Ada'],
    calls: ({ sold }) => [{ p_fulfilment: sold.first }, { p_fulfilment: randomUUID() }],
  },
  list_returns: {
    schema: returnListSchema,
    callers: ['Ada'],
    calls: () => returnTabs.map((p_show) => ({ p_show, p_limit: 3 })),
  },
  read_return: {
    schema: returnDetailSchema.nullable(),
    callers: ['Ada'],
    calls: ({ sold }) => [{ p_return: sold.returned }, { p_return: randomUUID() }],
  },
  list_stations: { schema: stationListSchema, callers: ['Mo', 'Ada'] },
  read_station: {
    schema: stationSchema,
    callers: ['Ada'],
    calls: ({ event, sold }) => [
      { p_event: event.eventId, p_point: null },
      { p_event: null, p_point: sold.point },
    ],
  },
  read_pickup_pack: {
    schema: unsignedPickupPackSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{ p_event: event.eventId, p_device: randomUUID() }],
  },
  find_pickups: {
    schema: foundPickupsSchema,
    callers: ['Ada'],
    calls: ({ sold, event }) => [
      { p_event: null, p_point: sold.point, p_search: sold.code },
      { p_event: event.eventId, p_point: null, p_code: 'NOTATICKET' },
    ],
  },
  list_refunds: {
    schema: refundListSchema,
    callers: ['Ada'],
    calls: () => REFUND_FILTERS.map((p_show) => ({ p_show, p_limit: 1 })),
  },
  read_refund: {
    schema: refundDetailSchema.nullable(),
    callers: ['Ada'],
    calls: ({ refund }) => [{ p_refund: refund }, { p_refund: '00000000-0000-4000-8000-000000000000' }],
  },
  preview_refund: {
    schema: refundPreviewSchema,
    callers: ['Ada'],
    calls: ({ order }) => [
      { p_order: order.orderId, p_tickets: [], p_amount_cents: 100 },
      { p_order: order.orderId, p_tickets: [], p_amount_cents: null },
    ],
  },
  read_event_codes: {
    schema: eventCodesSchema.nullable(),
    callers: ['Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }, { p_event: event.eventId, p_limit: 1 }],
  },
  read_event_code: {
    schema: eventCodeEditorSchema.nullable(),
    callers: ['Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }, { p_event: event.eventId, p_id: randomUUID() }],
  },
  quote_cart: {
    schema: quoteSchema,
    callers: ['visitor', 'Gus', 'Mia', 'Ada'],
    calls: ({ event }) => [{ p_event: event.eventId, p_lines: linesOf(event, { Entry: 2 }) }],
  },
  read_cart: { schema: cartSchema, callers: ['Gus', 'Mia', 'Ada'] },
  read_shop_codes: { schema: shopCodesSchema, callers: ['Ada'] },
  read_shop_code: {
    schema: shopCodeEditorSchema,
    callers: ['Ada'],
    calls: ({ product }) => [{}, { p_id: randomUUID(), p_search: 'tee', p_products: [product] }],
  },
  read_shipping: { schema: shippingSchema, callers: ['Ada'] },
  read_checkout: {
    schema: checkoutPageSchema,
    callers: ['Gus', 'Mia', 'Ada'],
    calls: ({ hold }) => [{}, { p_hold: hold.holdId }],
  },
  read_my_orders: { schema: pastOrdersSchema, callers: ['Gus', 'Mia', 'Ada'] },
  read_order: {
    schema: placedOrderSchema,
    callers: ['Gus', 'Mia', 'Ada'],
    calls: ({ order, hold }) => [{ p_code: order.code }, { p_code: hold.orderCode }],
  },
  read_receipt: {
    schema: receiptSchema.nullable(),
    callers: ['Gus', 'Mia', 'Ada'],
    calls: ({ order }) => [{ p_code: order.code }, { p_code: 'NOBODYS' }],
  },
  read_receipt_by_link: {
    schema: receiptSchema.nullable(),
    callers: ['server'],
    calls: ({ link }) => [{ p_token_hash: link }, noLink],
  },
  list_inventory: {
    schema: inventorySchema,
    callers: ['Ada'],
    calls: () => [{}, { p_show: 'low', p_sort: '-available' }],
  },
  list_staff_products: {
    schema: staffProductsSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_show: 'draft', p_search: 'tee' }],
  },
  read_product_editor: {
    schema: productEditorSchema,
    callers: ['Ada'],
    calls: ({ product }) => [{ p_id: product }, { p_id: randomUUID() }],
  },
  preview_stock_file: {
    schema: stockFilePreviewSchema,
    callers: ['Ada'],
    calls: () => [{ p_lines: [{ line: 2, sku: 'NOTHING', place: 'Nowhere', counted: 1, reason: 'count' }] }],
  },
  read_variant_stock: {
    schema: variantLedgerSchema,
    callers: ['Ada'],
    calls: ({ variant }) => [{ p_variant: variant }, { p_variant: randomUUID() }],
  },
  list_products: {
    schema: productListSchema,
    callers: everybody,
    calls: ({ term }) => [
      {},
      { p_query: term, p_sort: 'price', p_limit: 1 },
      { p_collection: 'none', p_size: 'M', p_from_cents: 100, p_to_cents: 9000, p_page: 2 },
    ],
  },
  read_product: {
    schema: productPageSchema,
    callers: everybody,
    calls: ({ products }) => products.map((p_id) => ({ p_id })),
  },
  list_suggested_products: {
    schema: suggestedProductsSchema,
    callers: everybody,
    calls: ({ event }) => [{}, { p_event: event.eventId }],
  },
  read_product_share_card: {
    schema: productShareCardSchema.nullable(),
    callers: everybody,
    calls: ({ products }) => products.map((p_id) => ({ p_id })),
  },
  list_sitemap_products: { schema: sitemapProductsSchema, callers: everybody },
  me: { schema: meSchema.nullable(), callers: [...everybody, 'Dex'] },
  read_analytics_dashboard: {
    schema: dashboardSchema,
    callers: ['Mo', 'Ada'],
    calls: () => [{}, { p_days: 366 }],
  },
  read_report_frame: {
    schema: reportFrameSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ event }) => [{}, { p_event: event.eventId }],
  },
  read_overview_report: {
    schema: overviewDataSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ event }) => [
      {},
      { p_days: 366, p_event: event.eventId, p_basis: 'event' },
      { p_compare: false },
    ],
  },
  read_events_report: {
    schema: eventsDataSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ event }) => [{}, { p_days: 1, p_event: event.eventId, p_basis: 'event' }, { p_compare: false }],
  },
  read_door_report: {
    schema: doorDataSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ event }) => [{}, { p_event: event.eventId, p_compare: false }],
  },
  read_shop_report: {
    schema: shopDataSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ product }) => [{}, { p_product: product }, { p_compare: false }],
  },
  read_retention_report: {
    schema: retentionDataSchema,
    callers: ['Mo', 'Ada'],
    calls: () => [{}, { p_days: 365 }],
  },
  read_sources_report: {
    schema: sourcesDataSchema,
    callers: ['Mo', 'Ada'],
    calls: () => [{}, { p_days: 366, p_device: 'mobile', p_touch: 'first' }, { p_compare: false }],
  },
  read_funnel_report: {
    schema: funnelDataSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ event }) => [
      {},
      { p_days: 366, p_event: event.eventId, p_source: 1, p_device: 'mobile', p_touch: 'first' },
      { p_compare: false },
    ],
  },
  read_pace_report: {
    schema: paceDataSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ event }) => [{}, { p_event: event.eventId }, { p_event: randomUUID() }],
  },
  list_figure_rows: {
    schema: figureRowsSchema,
    callers: ['Ada'],
    calls: ({ event }) =>
      figureKeys.map((p_figure) => ({
        p_figure,
        p_limit: 3,
        p_item: p_figure === 'sold' ? event.eventId : null,
      })),
  },
  list_door_devices: {
    schema: deviceListSchema,
    callers: ['Dot', 'Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }],
  },
  read_door_layout: {
    schema: doorLayoutSchema,
    callers: ['Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }],
  },
  read_occupancy: {
    schema: occupancySchema,
    callers: ['Dex', 'Dot', 'Mo', 'Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }],
  },
  poll_door: {
    schema: doorPollSchema,
    callers: ['Dex', 'Dot', 'Mo', 'Ada'],
    calls: ({ event }) => [{ p_event: event.eventId, p_device: null }],
  },
  read_door: {
    schema: doorFiguresSchema,
    callers: ['Dex', 'Dot', 'Mo', 'Ada'],
    calls: ({ event }) => [{ p_event: event.eventId }],
  },
  read_door_pack: {
    schema: unsignedPackSchema,
    callers: ['Dex', 'Dot', 'Mo', 'Ada'],
    calls: ({ event }) => [{ p_event: event.eventId, p_device: randomUUID() }],
  },
  read_identity: {
    schema: linkedAccountSchema,
    callers: ['server'],
    calls: ({ term }) => [
      { p_issuer: 'contract', p_subject: term },
      { p_issuer: 'contract', p_subject: 'nobody' },
    ],
  },
  read_login: {
    schema: loginAccountSchema,
    callers: ['server'],
    calls: ({ username }) => [{ p_username: username }, { p_username: 'nobody.at.all' }],
  },
  read_my_settings: { schema: settingsSchema, callers: ['Mia', 'Mo', 'Ada'] },
  read_returns: { schema: returnsSchema, callers: ['Gus', 'Mia', 'Ada'] },
  read_transfers: { schema: transfersSchema, callers: ['Gus', 'Mia', 'Ada'] },
  read_staff_transfer: {
    schema: staffTransferSchema,
    callers: ['Ada'],
    calls: () => [{ p_ticket: randomUUID() }],
  },
  read_my_tickets: { schema: ticketListSchema, callers: ['Gus', 'Mia', 'Ada'] },
  read_scan_data: {
    schema: scanDataSchema,
    callers: ['Gus', 'Mia', 'Dex', 'Dot', 'Mo', 'Ada'],
    calls: ({ event }) => [
      {},
      { p_event: event.eventId },
      { p_event: event.eventId, p_show: 'admitted', p_limit: 1 },
      {
        p_event: event.eventId,
        p_show: 'no_shows',
        p_step: 1,
        p_filter: { gate: '-', from: '2026-01-01T00:00' },
      },
    ],
  },
  read_shell: { schema: shellSchema, callers: everybody },
  list_failures: {
    schema: failureListSchema,
    callers: ['Ada'],
    calls: () => [{}, { p_kind: 'job' }, { p_kind: 'other' }],
  },
  list_audit: {
    schema: auditLogSchema,
    callers: ['Ada'],
    keyedByData: true,
    calls: () => [
      {},
      { p_person: '@nobody', p_text: 'refund', p_from: '2026-01-01', p_to: '2026-12-31', p_limit: 3 },
      { p_subject_kind: 'account', p_action: 'account.role_set' },
    ],
  },
  read_installation: { schema: installationSchema, callers: ['server'] },
  read_address_key: { schema: z.string().regex(/^[0-9a-f]{64}$/), callers: ['server'] },
  read_wallet_pass: {
    schema: walletPassSchema,
    callers: ['server'],
    calls: ({ passTicket }) => [
      { p_ticket: passTicket, p_generation: 1 },
      { p_ticket: passTicket, p_generation: 2 },
    ],
  },
  read_pass_push: {
    schema: passPushSchema,
    callers: ['server'],
    calls: ({ passTicket }) =>
      [1, 2].map((generation) => ({
        p_wallet: 'apple',
        p_ticket: passTicket,
        p_generation: generation,
        p_reference: '',
      })),
  },
  list_device_passes: {
    schema: devicePassesSchema,
    callers: ['server'],
    calls: () => [
      { p_device: 'a-phone', p_since: null },
      { p_device: 'no-phone', p_since: null },
    ],
  },
  read_returns_by_link: {
    schema: returnsSchema,
    callers: ['server'],
    calls: ({ link }) => [{ p_token_hash: link }, noLink],
  },
  read_transfers_by_link: {
    schema: transfersSchema,
    callers: ['server'],
    calls: ({ link }) => [{ p_token_hash: link }, noLink],
  },
  read_transfer_by_link: {
    schema: linkedTransferSchema,
    callers: ['server'],
    calls: ({ link }) => [{ p_token_hash: link, p_user: null }],
  },
  read_tickets_by_link: {
    schema: ticketListSchema,
    callers: ['server'],
    calls: ({ link }) => [{ p_token_hash: link }, noLink],
  },
  read_email_change: {
    schema: emailChangeSchema,
    callers: ['server'],
    calls: ({ links }) => [{ p_token_hash: links.email_change }, noLink],
  },
  read_email_undo: {
    schema: emailUndoSchema,
    callers: ['server'],
    calls: ({ links }) => [{ p_token_hash: links.email_undo }, noLink],
  },
  read_limit: {
    schema: limitFiguresSchema,
    callers: ['server'],
    calls: () => [{ p_name: 'view' }, { p_name: 'view_day' }],
  },
  read_factor_confirmation: {
    schema: factorConfirmationSchema,
    callers: ['server'],
    calls: ({ links }) => [{ p_token_hash: links.factor_confirm }, noLink],
  },
  read_alert_link: {
    schema: alertLinkSchema,
    callers: ['server'],
    calls: ({ links }) => [
      { p_token_hash: links.alert_confirm },
      { p_token_hash: links.address_confirm },
      { p_token_hash: links.follows_end },
      { p_token_hash: links.digest_end },
      noLink,
    ],
  },
  list_allocations: {
    schema: allocationListSchema,
    callers: ['Ada'],
    calls: ({ given }) => [{}, { p_event: given.event, p_show: 'open', p_search: 'm', p_limit: 1 }],
  },
  read_my_allocations: { schema: myAllocationsSchema, callers: ['Gus', 'Mia', 'Ada'] },
  read_allocated_place: {
    schema: allocatedPlaceSchema,
    callers: ['server'],
    calls: ({ given }) => [{ p_token_hash: given.link }, noLink],
  },
  read_place_split: {
    schema: placeSplitSchema,
    callers: everybody,
    calls: ({ given, event }) => [{ p_event: given.event }, { p_event: event.eventId }],
  },
  read_waitlist_link: {
    schema: waitlistLinkSchema,
    callers: ['server'],
    calls: ({ links }) => [
      { p_token_hash: links.waitlist_confirm },
      { p_token_hash: links.waitlist_entry },
      noLink,
    ],
  },
  read_my_waitlist: { schema: myWaitlistSchema, callers: ['Gus', 'Mia', 'Ada'] },
  list_waitlist: {
    schema: staffWaitlistSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ waiting }) => [{ p_event: waiting }, { p_event: waiting, p_show: 'all', p_limit: 1 }],
  },
  read_my_follows: { schema: followsSchema, callers: ['Gus', 'Mia', 'Ada'] },
  read_mail_preferences: {
    schema: mailPreferencesSchema,
    callers: ['server'],
    calls: ({ links }) => [{ p_token_hash: links.follows_end }, { p_token_hash: links.digest_end }, noLink],
  },
  read_subscription_link: {
    schema: subscriptionLinkSchema,
    callers: ['server'],
    calls: ({ links }) => [{ p_token_hash: links.subscription_confirm }, noLink],
  },
  // Each other kind of mail has its own schema: mail.test.ts.
  read_mail_facts: {
    schema: mailKinds.order_paid.schema,
    callers: ['server'],
    calls: ({ mail }) => [{ p_mail: mail }],
  },
  read_my_notifications: { schema: notificationsReadSchema, callers: ['Mia', 'Ada'] },
  read_password_reset: {
    schema: passwordResetSchema,
    callers: ['server'],
    calls: ({ links }) => [{ p_token_hash: links.password_reset }, noLink],
  },
  read_reset_accounts: {
    schema: resetAccountsSchema,
    callers: ['server'],
    calls: ({ email }) => [{ p_email: email }],
  },
  read_staff_frame: { schema: staffFrameSchema, callers: ['Mia', 'Dex', 'Mo', 'Ada'] },
  search_staff: {
    schema: staffSearchSchema,
    callers: ['Mo', 'Ada'],
    calls: ({ term, order }) => [{ p_query: term }, { p_query: order.code }],
  },
  read_drafts: {
    schema: draftsSchema,
    callers: ['Mia', 'Mo', 'Ada'],
    calls: () => [{ p_conversation: randomUUID() }],
  },
  read_hand_over: { schema: handOverSchema, callers: ['Mia', 'Mo', 'Ada'] },
  read_requests: { schema: requestListSchema, callers: ['Ada'] },
  read_assistant: { schema: assistantPageSchema, callers: everybody.filter((name) => name !== 'visitor') },
  read_own_charge: {
    schema: chargeSchema,
    callers: ['Mia', 'Ada'],
    calls: () => [{ p_code: null, p_cents: null }],
  },
  read_unanswered: { schema: unansweredSchema, callers: ['Ada'] },
  search_site: { schema: foundSchema, callers: everybody, calls: ({ term }) => [{ p_query: term }] },
  check_new_names: {
    schema: z.null(),
    callers: ['server'],
    calls: () => [{ p_username: `free_${randomUUID().slice(0, 8)}`, p_display_name: 'Mia' }],
  },
  username_free: { schema: z.boolean(), callers: ['server'], calls: () => [{ p_username: 'mia' }] },
}

type Fixture = Awaited<ReturnType<typeof makeFixture>>

/** Makes a link and returns the hash of its token. */
async function addLink(p_purpose: string, p_subject: unknown): Promise<string> {
  const p_token_hash = hashToken(makeToken())
  const { data, error } = await service.rpc('add_link', { p_purpose, p_subject, p_token_hash })
  expect([typeof data, error]).toEqual(['string', null])
  return p_token_hash
}

/** Makes rows for the calls: something of each kind, with its optional columns filled. */
async function makeFixture() {
  const term = `contract${crypto.randomUUID().slice(0, 8)}`
  const event = await createEvent(sql, { refunds: { hours: 1, keptPercent: 10 } })
  const clubEvent = await createEvent(sql, { visibility: 'members' })
  const draftEvent = await createEvent(sql, { status: 'draft' })
  const soonEvent = await createEvent(sql, { doorsIn: 50, types: [{ name: 'Entry', saleStartsIn: 5 }] })
  const act = `DJ ${term}`
  await sql`
    update public.events set title = ${`${term} fete`}, line_up = ${sql.json([{ name: act }, { name: 'TBA' }])}
    where id = ${event.eventId}`
  await sql`insert into public.artists ${sql({
    slug: `dj-${term}`,
    name: act,
    links: sql.json([{ kind: 'website', url: 'https://dj.example/live' }]),
  })}`
  const { order } = await buy(service, await users.id('Mia'), event, { Entry: 2 })
  await users.grant('Dex', 'scan', event.eventId)
  await users.grant('Dot', 'door_manager', event.eventId)
  const admin = await users.actingAs('Ada')
  const guestList = await saveList(admin, event, {
    kind: 'reduced',
    priceCents: 1000,
    latePriceCents: 2000,
    growthHeads: 1,
    growthArrivals: 2,
    quotaMost: 30,
    poolId: event.pools.Room ?? null,
  })
  await addGuests(admin, guestList, [
    { name: 'Keisha Joseph', plusOnes: 2, note: 'Wristband' },
    { name: 'Keisha Josef' },
  ])
  const [guest] = await sql<{ id: string }[]>`
    select id from public.guest_list_entries where list_id = ${guestList} and plus_ones = 2`
  await admit(await users.actingAs('Dex'), event.eventId, { entry: guest?.id ?? '', heads: 2 })
  await sql`
    insert into public.door_devices (event_id, name, kind, ready, ready_at, battery_percent, clock_offset_ms)
    values (${event.eventId}, 'Dex', 'staff', '{"camera": "ok", "sound": "bad"}', now(), 80, -1200)`
  const link = await addLink('order_tickets', order.orderId)
  const { data: invitation } = await (await users.actingAs('Ada')).rpc('invite_staff', {
    p_email: `${term}@example.com`,
    p_capability: 'scan',
    p_event: event.eventId,
  })
  const invitationLink = await addLink('staff_invitation', invitation)
  const comp = await issueComp(users, event, { quantity: 2, email: `kim-${term}@example.com` })
  // An event that Mia has a ticket for got a new date.
  const movedEvent = await createEvent(sql)
  const { order: movedOrder } = await buy(service, await users.id('Mia'), movedEvent, { Entry: 1 })
  await announceNewDate(await users.actingAs('Ada'), movedEvent.eventId)
  const [announced] = await sql<{ id: string }[]>`
    select id from public.event_changes where event_id = ${movedEvent.eventId}`
  const tickets = await sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  const scan = (client: SupabaseClient, ticket: string | undefined) =>
    client.rpc('check_in', {
      p_event: event.eventId,
      p_ticket: ticket,
      p_generation: null,
      p_code: null,
      p_scan_uid: crypto.randomUUID(),
      p_gate: 'North',
      p_method: 'camera',
    })
  // One ticket is let in and comes again, one stays outside.
  for (const name of ['Dex', 'Dot'] as const) await scan(await users.actingAs(name), tickets[0]?.id)
  // Somebody without a network let a second person in with it, and others were counted by hand.
  await makeConflict(await users.actingAs('Dex'), event.eventId, tickets[0]?.id ?? '')
  await countOneIn(await users.actingAs('Ada'), event.eventId)
  // A phone has the other one in its wallet.
  const pass = { p_ticket: tickets[1]?.id, p_generation: 1 }
  await service.rpc('add_wallet_pass', { ...pass, p_wallet: 'apple', p_reference: '' }).throwOnError()
  await service
    .rpc('register_pass_device', { ...pass, p_device: 'a-phone', p_push_token: 'aa11' })
    .throwOnError()
  const { data: refund } = await (await users.actingAs('Ada')).rpc('refund_order', {
    p_order: order.orderId,
    p_amount_cents: 100,
    p_reason: 'goodwill',
    p_void: false,
    p_key: crypto.randomUUID(),
    p_tickets: [tickets[1]?.id],
  })
  const mia = await users.id('Mia')
  await sql`
    insert into private.firebase_identities (issuer, subject, user_id) values ('contract', ${term}, ${mia})`
  const [person] = await sql<{ username: string }[]>`
    update public.profiles set username = ${term.slice(0, 30)} where id = ${await users.extra()} returning username`
  // An order without an event, and a cart of tickets and goods with an unpaid order.
  const thing = await makeVariant(sql)
  const gus = await users.id('Gus')
  const goods = await holdItems(service, gus, null, [lineOf(thing.variantId, 1)])
  const { orderId } = await placeOrder(service, gus, goods.holdId)
  await report(service, await beginPayment(service, gus, orderId), 'succeeded')
  const lines = [...linesOf(event, { Entry: 1 }), lineOf(thing.variantId, 2)]
  const { holdId } = await holdItems(service, mia, event.eventId, lines)
  const { code } = await placeOrder(service, mia, holdId)
  const [product] = await sql<{ id: string }[]>`
    insert into public.products ${sql({ slug: term, name: `${term} fan`, price_cents: 900, status: 'active' })} returning id`
  const [planned, old] = [
    await makeVariant(sql, { status: 'draft' }),
    await makeVariant(sql, { status: 'archived' }),
  ]
  const stream = await makeStream(sql, {
    state: 'scheduled',
    rule: 'pass',
    event: event.eventId,
    startsIn: 60,
  })
  await sql`
    insert into public.chat_messages (stream_id, author_id, seq, change_seq, body)
    values (${stream}, ${await users.id('Mia')}, 1, 1, 'Hello')`
  await sql`insert into private.chats (stream_id, last_seq) values (${stream}, 1)`
  const [streamRow] = await sql<{ code: string }[]>`select code from public.streams where id = ${stream}`
  const [post] = await sql<{ id: string }[]>`
    insert into public.posts ${sql({ author_id: await users.id('Mia'), body: `${term} was good` })} returning id`
  const member = await newMember(inject('stack'))
  await service.rpc('queue_email_change', { p_user: member.id, p_email: `new-${member.email}` })
  const [change] = await sql<
    { id: string }[]
  >`select id from private.email_changes where user_id = ${member.id}`
  const [undo] = await sql<{ id: string }[]>`
    insert into private.email_undos (user_id, email, expires_at)
    values (${member.id}, ${`old-${member.email}`}, now() + interval '1 hour') returning id`
  const [mail] = await sql<{ id: string }[]>`
    select id from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid'`
  const [subscription] = await sql<{ id: string }[]>`
    insert into private.subscriptions (email, text_version) values (${`${crypto.randomUUID()}@example.com`}, 'test') returning id`
  const [alert] = await sql<{ id: string }[]>`
    insert into private.event_alerts (event_id, email, status, text_version)
    values (${soonEvent.eventId}, ${`${crypto.randomUUID()}@example.com`}, 'requested', 'test') returning id`
  const committee = await createEvent(sql, { doorsIn: 72 })
  const { data: allocation } = await (await users.actingAs('Ada')).rpc('give_allocation', {
    p_event: committee.eventId,
    p_type: committee.types.Entry,
    p_member: await users.email('Mia'),
    p_places: 2,
    p_ends_at: wallTimeOf(new Date(Date.now() + 86_400_000), 'America/New_York'),
    p_key: randomUUID(),
  })
  const { data: place } = await service.rpc('hand_on_place', {
    p_member: mia,
    p_allocation: allocation,
    p_name: 'Kemar',
  })
  await sql`insert into private.place_splits (event_id, is_shown) values (${committee.eventId}, true)`
  const full = await createEvent(sql, { doorsIn: 72, pools: { Room: 0 } })
  for (const [user, email] of [
    [mia, ''],
    [await users.id('Ada'), ''],
    [null, `${crypto.randomUUID()}@example.com`],
  ])
    await sql`select public.join_waitlist(${full.eventId}, ${user ?? null}, ${email ?? ''}, 2, null, true)`
  await sql`update public.capacity_pools set capacity = 2 where event_id = ${full.eventId}`
  await sql`select private.offer_free_places(${full.eventId})`
  const [queued] = await sql<{ id: string }[]>`
    select id from private.waitlist_entries where event_id = ${full.eventId} and status = 'offered'`
  const [asked] = await sql<{ id: string }[]>`
    select id from private.waitlist_entries where event_id = ${full.eventId} and status = 'requested'`
  await sql`
    insert into public.follows (user_id, artist_id) select ${mia}, id from public.artists where name = ${act}`
  const overdue = await users.extra()
  await sql`update private.user_roles set role = 'admin', changed_at = now() - interval '8 days' where user_id = ${overdue}`
  const links = {
    factor_confirm: await addLink('factor_confirm', overdue),
    password_reset: await addLink('password_reset', member.id),
    email_change: await addLink('email_change', change?.id),
    email_undo: await addLink('email_undo', undo?.id),
    subscription_confirm: await addLink('subscription_confirm', subscription?.id),
    alert_confirm: await addLink('alert_confirm', alert?.id),
    waitlist_confirm: await addLink('waitlist_confirm', asked?.id),
    waitlist_entry: await addLink('waitlist_entry', queued?.id),
    address_confirm: await addLink('address_confirm', member.id),
    follows_end: await addLink('follows_end', member.id),
    digest_end: await addLink('digest_end', member.id),
  }
  const point = await makePoint(sql, null)
  const things = await makeVariant(sql)
  const bought = await buyGoods(service, sql, await users.id('Mia'), [
    { variantId: things.variantId, quantity: 3, delivery: 'ship' },
    { variantId: (await makeVariant(sql)).variantId, quantity: 1, delivery: 'pickup', pointId: point },
  ])
  const sentBack = bought.fulfilments.find(({ variantId }) => variantId === things.variantId)?.id ?? ''
  const mias = `mia_${term.slice(0, 20)}`
  await sql`update public.profiles set username = ${mias} where id = ${mia}`
  const ada = await users.actingAs('Ada')
  await actOn(ada, 'ship', [sentBack], parcelOf(sentBack, { [sentBack]: 1 }))
  const [sent] = await sql<{ id: string }[]>`
    select id from public.fulfilments where order_id = ${bought.orderId} and status = 'shipped'`
  await actOn(ada, 'delivered', [sent?.id ?? ''])
  const { returnId } = await askReturn(service, await users.id('Mia'), bought.code, sent?.id ?? '')
  const sold = {
    code: bought.code,
    /** Says what is still to be shipped. */
    first: bought.fulfilments.find(({ id }) => id !== sent?.id && id === sentBack)?.id ?? bought.first,
    returned: returnId,
    point,
    link: await addLink('order_goods', bought.orderId),
  }
  const paid = await buy(service, await users.id('Mia'), event, { Entry: 1 })
  await reportDispute(service, paid.payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })
  const [dispute] = await sql<{ id: string }[]>`
    select id from public.disputes where order_id = ${paid.order.orderId}`
  const p_fields = { name: 'Mia', username: mias, basis: 'sold', commissionBps: 1000 }
  const { data: promoted } = await ada.rpc('save_event_promoter', { p_event: event.eventId, p_fields })
  const [promoter] = await sql<{ id: string }[]>`
    select promoter_id as id from public.event_promoters where id = ${promoted}`
  await ada.rpc('override_attribution', {
    p_order: order.orderId,
    p_event_promoter: promoted,
    p_reason: 'Met at the shop',
  })
  return {
    /** Mia, who promotes `event`, to whom `order` belongs. */
    promoter: { id: promoter?.id, eventPromoter: promoted, link: await addLink('promoter_list', promoted) },
    invitationLink,
    comp,
    /** The hash of a live link of one member for each purpose. */
    links,
    /** An event with a waitlist: an open offer, people who wait, and an address that is not confirmed. */
    waiting: full.eventId,
    /** An event with an allocation of two places, and the link of one. */
    given: { event: committee.eventId, link: await addLink('allocation_place', place) },
    /** A refund of one of its tickets. */
    refund: z.object({ refundId: z.uuid() }).parse(refund).refundId,
    /** The ticket of `order` that a phone has in its wallet. */
    passTicket: tickets[1]?.id,
    /** The mail that confirms `order`. */
    mail: mail?.id,
    /** The address of that member's account. */
    email: member.email,
    /** A word that one event, one product and one post contain. */
    term,
    event,
    guestList,
    clubEvent,
    draftEvent,
    movedEvent,
    /** The new date of `movedEvent`, and Mia's order for it. */
    moved: { changeId: announced?.id, code: movedOrder.code },
    /** An event whose sale begins later. */
    soonEvent,
    mia,
    /** A username that an account has. */
    username: person?.username,
    /** Hash of the token of a link that opens `order`. */
    link,
    /** Mia's paid order of two tickets for `event`. */
    order,
    /** Mia's cart of a ticket and two products, with an unpaid order. */
    hold: { holdId, orderCode: code },
    product: product?.id,
    /** A variant with units. */
    variant: thing.variantId,
    /** Products with and without variants, a draft, one that left the shop, and none. */
    products: [product?.id, thing.productId, planned.productId, old.productId, randomUUID()],
    /** Mia's order of goods, of which one was delivered and is to be sent back. */
    sold,
    post: post?.id,
    campaign: await makeCampaign(sql, { events: [event.eventId], products: [product?.id ?? ''] }),
    stream,
    streamCode: streamRow?.code,
    dispute: dispute?.id,
  }
}

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})

const clientOf = async (caller: Caller): Promise<SupabaseClient> =>
  caller === 'server' ? service : await users.actingAs(caller)

/** All keys of a JSON value, at any depth. */
function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
}

describe.each(Object.entries(reads))('%s', (name, { schema, callers, calls, keyedByData }) => {
  test.each(callers)('returns to %s what its schema declares', async (caller) => {
    const client = await clientOf(caller)
    for (const args of calls?.(fixture) ?? [{}]) {
      const { data, error } = await client.rpc(name, args)
      expect(error, JSON.stringify(args)).toBeNull()
      expect(schema.safeParse(data).error, JSON.stringify(args)).toBeUndefined()
      if (!keyedByData) expect(keysOf(data).filter((key) => !/^[a-z][a-zA-Z0-9]*$/.test(key))).toEqual([])
    }
  })
})

test('every read function is in the table', async () => {
  const rows = await sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and (p.provolatile = 's' or p.proname ~ '^(read|list|count)_')
    order by 1`
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(reads).sort())
})
