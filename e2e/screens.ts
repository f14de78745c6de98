import { randomUUID } from 'node:crypto'
import { namedId } from '../supabase/seed/named-id.ts'
import { announceNewDate, createEvent } from '../supabase/tests/event-fixture.ts'
import { addGuests, saveList } from '../supabase/tests/guest-lists.ts'
import { buy, call, holdTickets, refundedSchema, reportDispute } from '../supabase/tests/selling.ts'
import { makeStream } from '../supabase/tests/streams.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import type { ApiVisitor } from './api-visitor.ts'
import { sendGoods } from './goods-steps.ts'
import { type Kind, kinds, meetAll, type Person } from './people.ts'
import { seededProduct } from './seeded.ts'

/**
 * Lists every screen of the site with a person who may see it, and creates an event, an order and a hold for
 * screens that need one.
 */

/** Lists who may see a screen. */
export type Admitted = 'everybody' | 'members' | 'Mo and Ada' | 'Ada' | 'its buyer'

export type Screen = {
  /** The path as it is specified. */
  path: string
  /** The address with all parameters filled in. */
  address: string
  /** Text of its h1. */
  heading: string | RegExp
  admits: Admitted
  /** True for pages that search engines may index. */
  indexed: boolean
}

/** A view that is not one of the specified paths, or a specified one in another state. */
export type FurtherView = {
  who: Kind
  address: string
  heading: string | RegExp
  status?: number
  /** True for pages that search engines may index. */
  indexed?: boolean
}

export type Screens = {
  people: Record<Kind, Person>
  screens: Screen[]
  furtherViews: FurtherView[]
  close(): Promise<void>
}

/** Tells whether a person may see a screen. */
export function admits(screen: Screen, kind: Kind): boolean {
  switch (screen.admits) {
    case 'everybody':
      return true
    case 'members':
      return kind === 'Mia' || kind === 'Mo' || kind === 'Ada'
    case 'Mo and Ada':
      return kind === 'Mo' || kind === 'Ada'
    case 'Ada':
      return kind === 'Ada'
    case 'its buyer':
      return kind === 'Mia'
  }
}

/** Returns the person as whom a specified screen is checked in full: the first who may see it, its buyer for a personal one. */
export function viewerOf(screen: Screen): Kind {
  const personal = /hold=|my-tickets/.test(screen.address)
  return kinds.find((kind) => admits(screen, kind) && (kind === 'Mia' || !personal)) ?? 'Ada'
}

/** Creates the people and an event, and lets Mia buy two tickets and hold two more. */
export async function openScreens(
  site: string,
  stack: Parameters<typeof openTestUsers>[0],
): Promise<Screens> {
  const users = openTestUsers(stack)
  const { service, sql } = users
  const people = await meetAll(site, service)
  const testEvent = await createEvent(sql, {
    doorsIn: 40,
    feeFixedCents: 150,
    taxBps: 800,
    refunds: { hours: 24 },
  })
  const admin = await users.actingAs('Ada')
  const guestList = await saveList(admin, testEvent, { name: 'Friends of the house', closesIn: 42 })
  await addGuests(admin, guestList, [{ name: 'Keisha Joseph', plusOnes: 2 }, { name: 'Keisha Josef' }])
  const locked = await createEvent(sql, { doorsIn: 40, visibility: 'password' })
  const slug = `night-${testEvent.eventId.slice(0, 8)}`
  const title = `Night ${testEvent.eventId.slice(0, 8)}`
  const { order } = await buy(service, people.Mia.id, testEvent, { Entry: 2 })
  const { refundId } = await call(
    await users.actingAs('Ada'),
    'refund_order',
    { p_order: order.orderId, p_amount_cents: 100, p_reason: 'goodwill', p_void: false, p_key: randomUUID() },
    refundedSchema,
  )
  const moved = await createEvent(sql, { doorsIn: 40 })
  const { order: movedOrder } = await buy(service, people.Mia.id, moved, { Entry: 1 })
  await announceNewDate(await users.actingAs('Ada'), moved.eventId)
  const goods = await sendGoods(users, people.Mia.id, moved.eventId)
  // Last: another purchase would take the place of this cart.
  const hold = await holdTickets(service, people.Mia.id, testEvent, { Entry: 2 })
  const disputed = await buy(service, people.Ada.id, testEvent, { Entry: 1 })
  await reportDispute(service, disputed.payment, { p_kind: 'dispute_open', p_dispute_ref: randomUUID() })
  const [dispute] = await sql<{ id: string }[]>`
    select id from public.disputes where order_id = ${disputed.order.orderId}`
  const [variant] = await sql<{ id: string; product: string }[]>`
    select v.id, v.product_id as product from public.product_variants v where v.sku = 'TOTE'`
  const [shared] = await sql<
    { comp: string; guest: string; promoter: string; person: string; name: string }[]
  >`
    select c.id as comp, c.name as guest, e.id as promoter, p.id as person, p.name
    from private.comp_invitations c, public.event_promoters e join public.promoters p on p.id = e.promoter_id
    where e.ended_at is null limit 1`
  const [campaign] = await sql<
    { id: string }[]
  >`select id from private.campaigns where name = 'December in the shop'`
  const [planned] = await sql<{ id: string }[]>`
    select id from private.campaigns where name = 'Old Year’s Night: last call'`
  const [ticket] = await sql<
    { id: string }[]
  >`select id from public.tickets where order_id = ${order.orderId} limit 1`
  const event = `/events/${testEvent.eventId}`
  const product = await seededProduct(sql, 'road-tee')
  const drop = await seededProduct(sql, 'sunrise-hoodie')
  const paid = `/payment-success?order=${order.code}`
  const [reported] = await users.sql<{ id: string; post_id: string }[]>`
    with post as (insert into public.posts (author_id, body) values (${people.Ada.id}, 'A post that was reported') returning id)
    insert into private.moderation_cases (post_id, sources) select id, '{words}' from post returning id, post_id`
  const streamId = await makeStream(sql)
  await sql`
    insert into public.chat_messages (stream_id, author_id, seq, change_seq, body)
    values (${streamId}, ${people.Ada.id}, 1, 1, 'Good night, who locked in? :fire:')`
  await sql`insert into private.chats (stream_id, last_seq, pinned_id)
    select stream_id, 1, id from public.chat_messages where stream_id = ${streamId}`
  const [chat] = await sql<{ code: string }[]>`select code from public.streams where id = ${streamId}`
  const testPayment = await goToTheBank(people.Gus.visitor, testEvent)

  const screen = (
    path: string,
    heading: Screen['heading'],
    admitted: Admitted,
    indexed = false,
    address = path,
  ): Screen => ({ path, address, heading, admits: admitted, indexed })
  const [mail] = await sql<{ id: string }[]>`
    select id from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid'`
  return {
    people,
    screens: [
      screen('/', /\S/, 'everybody', true),
      screen('/events', 'Events', 'everybody', true),
      screen('/events/{id}', title, 'everybody', true, event),
      screen('/events/{id}/{slug}', title, 'everybody', true, `${event}/${slug}`),
      screen('/shop', 'Shop', 'everybody', true),
      screen('/live', 'Live', 'everybody', true),
      screen('/community', 'Community', 'everybody', true),
      screen('/checkout', 'Checkout', 'everybody', false, `/checkout?hold=${hold.holdId}`),
      screen('/payment-success', "You're in", 'its buyer', false, paid),
      screen('/admin', 'Today', 'Mo and Ada'),
      screen('/password-reset', 'Password reset', 'everybody'),
      screen('/analytics', 'Analytics', 'Mo and Ada'),
      screen('/my-tickets', 'My tickets', 'everybody'),
      screen('/ticket-scanner', 'Ticket scanner', 'Mo and Ada'),
      screen('/scan-data', 'Scan data', 'Mo and Ada'),
      screen('/user-management', 'User management', 'Mo and Ada'),
      screen('/ticket-management', 'Ticket management', 'Ada'),
      screen('/free-tickets', 'Free tickets', 'Ada'),
      screen('/email-management', 'Email management', 'Ada'),
      screen('/profile', 'Profile', 'members'),
      screen('/settings', 'Settings', 'members'),
      screen('/ai-assistant', 'AI Assistant', 'members'),
    ],
    furtherViews: [
      { who: 'visitor', address: '/ticket-scanner/enroll', heading: 'Use this phone as a scanner' },
      { who: 'visitor', address: `/private/${locked.eventId}`, heading: 'This event is private' },
      { who: 'visitor', address: '/events?tab=past', heading: 'Past events', indexed: true },
      { who: 'visitor', address: '/events?when=2031-01', heading: 'Events' },
      { who: 'visitor', address: '/shop?q=sunrise&sort=price&size=M', heading: 'Shop' },
      { who: 'visitor', address: '/shop?q=nothing-like-it', heading: 'Shop' },
      { who: 'visitor', address: product.path, heading: product.name, indexed: true },
      { who: 'visitor', address: `${product.path}?size=M&colour=Bone`, heading: product.name, indexed: true },
      { who: 'visitor', address: drop.path, heading: drop.name, indexed: true },
      { who: 'visitor', address: '/terms', heading: 'Terms of Service', indexed: true },
      { who: 'visitor', address: '/privacy', heading: 'Privacy Policy', indexed: true },
      { who: 'visitor', address: '/refunds', heading: 'Refund Policy', indexed: true },
      { who: 'visitor', address: '/help', heading: 'Help', indexed: true },
      { who: 'visitor', address: '/mailing-list', heading: 'Mailing list' },
      { who: 'visitor', address: '/mailing-list/preferences', heading: 'Email preferences' },
      { who: 'visitor', address: '/mailing-list?done=sent', heading: 'Check your email' },
      { who: 'visitor', address: '/alerts', heading: 'Alerts' },
      { who: 'visitor', address: '/alerts?done=started', heading: "We'll tell you" },
      { who: 'visitor', address: '/search', heading: 'Search' },
      { who: 'visitor', address: '/search?q=sunrise', heading: 'Search' },
      { who: 'visitor', address: '/cart', heading: 'Your cart is empty' },
      { who: 'Mia', address: '/cart', heading: 'Cart' },
      { who: 'visitor', address: '/checkout', heading: 'Nothing to check out' },
      { who: 'visitor', address: '/my-tickets', heading: 'My tickets' },
      { who: 'visitor', address: '/no/such/page', heading: 'Page Not Found', status: 404 },
      { who: 'visitor', address: '/auth/confirm', heading: /\S/ },
      { who: 'visitor', address: '/auth/undo-email', heading: 'Undo the change' },
      { who: 'visitor', address: '/auth/confirm-factor', heading: /\S/ },
      { who: 'Gus', address: testPayment, heading: /\$/ },
      { who: 'Mia', address: '/admin', heading: 'Not on the list', status: 403 },
      { who: 'Mia', address: `/my-tickets/refund?code=${order.code}`, heading: 'Refund tickets' },
      {
        who: 'Gus',
        address: `/my-tickets/refund?code=${order.code}`,
        heading: 'Page Not Found',
        status: 404,
      },
      { who: 'visitor', address: '/my-tickets/refund?order=ended', heading: 'Refund tickets' },
      { who: 'Ada', address: '/user-management?state=banned&role=member', heading: 'User management' },
      ...['events', 'sources', 'funnel', 'door', 'shop', 'live', 'retention', 'pace'].map((view) => ({
        who: 'Ada' as const,
        address: `/analytics?view=${view}&days=90`,
        heading: 'Analytics',
      })),
      { who: 'Mo', address: '/analytics?days=1&device=mobile&compare=off', heading: 'Analytics' },
      { who: 'Ada', address: '/analytics/rows?figure=net&days=90', heading: 'Net revenue' },
      { who: 'Mo', address: '/analytics/rows?figure=visits', heading: 'Visits' },
      { who: 'Ada', address: '/analytics/rows?figure=none', heading: 'Page Not Found', status: 404 },
      { who: 'Ada', address: `/user-management/${people.Mia.id}`, heading: people.Mia.details.displayName },
      { who: 'Ada', address: `/user-management/${people.Mia.id}/suspend`, heading: 'Suspend' },
      { who: 'Ada', address: `/user-management/${people.Mia.id}/merge?q=a`, heading: 'Merge accounts' },
      { who: 'Mo', address: `/user-management/${people.Mia.id}`, heading: people.Mia.details.displayName },
      {
        who: 'Mo',
        address: `/user-management/${people.Mia.id}/posts`,
        heading: `Posts by ${people.Mia.details.displayName}`,
      },
      { who: 'Ada', address: '/ticket-management/fulfilment', heading: 'Shop desk' },
      { who: 'Ada', address: '/ticket-management/fulfilment?show=shipped', heading: 'Shop desk' },
      { who: 'Ada', address: '/ticket-management/fulfilment?show=lost&q=nobody', heading: 'Shop desk' },
      { who: 'Ada', address: `/ticket-management/fulfilment/ship?id=${goods.toShip}`, heading: 'Ship' },
      {
        who: 'Ada',
        address: `/ticket-management/fulfilment/cancel?id=${goods.toShip}`,
        heading: 'Cancel and refund',
      },
      { who: 'Ada', address: '/ticket-management/fulfilment/pack', heading: 'Start packing' },
      {
        who: 'Ada',
        address: `/ticket-management/fulfilment/pick-list?id=${goods.toShip}&id=${goods.toPickUp}`,
        heading: 'Pick list',
      },
      { who: 'Ada', address: '/ticket-management/returns', heading: 'Returns' },
      { who: 'Ada', address: '/ticket-management/returns?show=done&q=nobody', heading: 'Returns' },
      {
        who: 'Ada',
        address: `/ticket-management/returns/${goods.returnId}`,
        heading: `Return of order ${goods.code}`,
      },
      {
        who: 'Ada',
        address: `/free-tickets/guest-lists?event=${testEvent.eventId}`,
        heading: 'Guest lists',
      },
      { who: 'Mo', address: '/free-tickets/guest-lists', heading: 'Not on the list', status: 403 },
      {
        who: 'Ada',
        address: `/free-tickets/guest-lists/new?event=${testEvent.eventId}`,
        heading: 'New list',
      },
      { who: 'Ada', address: `/free-tickets/guest-lists/${guestList}`, heading: 'Friends of the house' },
      {
        who: 'Ada',
        address: `/free-tickets/guest-lists/names?event=${testEvent.eventId}`,
        heading: 'Move or remove names',
      },
      {
        who: 'Ada',
        address: `/free-tickets/guest-lists/duplicates?event=${testEvent.eventId}`,
        heading: 'Possible duplicates',
      },
      {
        who: 'Mo',
        address: `/ticket-scanner/guest-list?event=${testEvent.eventId}&q=keisha`,
        heading: 'Guest list',
      },
      {
        who: 'Ada',
        address: `/ticket-scanner/search?event=${testEvent.eventId}`,
        heading: 'Find a guest',
      },
      {
        who: 'Mo',
        address: `/ticket-scanner/occupancy?event=${testEvent.eventId}`,
        heading: 'Occupancy',
      },
      { who: 'Mo', address: '/ticket-scanner/practice', heading: 'Practice' },
      { who: 'Mo', address: '/ticket-scanner/practice?scan=', heading: 'Practice' },
      { who: 'Ada', address: `/ticket-scanner/devices?event=${testEvent.eventId}`, heading: 'Devices' },
      { who: 'Ada', address: `/ticket-scanner/bans?event=${testEvent.eventId}`, heading: 'Ban list' },
      { who: 'Ada', address: '/ticket-scanner/pick-up', heading: 'Pickup' },
      // The first one until the phone has looked for its list.
      {
        who: 'visitor',
        address: '/ticket-scanner/offline',
        heading: /^(Ticket scanner|No ticket list on this phone)$/,
      },
      { who: 'Ada', address: `/ticket-scanner/pick-up?event=${moved.eventId}`, heading: 'Pickup' },
      { who: 'Mia', address: `/my-tickets/goods?code=${goods.code}`, heading: 'Your items' },
      { who: 'visitor', address: '/my-tickets/goods?order=ended', heading: 'Your items' },
      { who: 'Ada', address: '/admin/shipping', heading: 'Shipping' },
      { who: 'Ada', address: '/ticket-management/refunds', heading: 'Refunds' },
      { who: 'Ada', address: '/ticket-management/refunds?show=all', heading: 'Refunds' },
      {
        who: 'Mo',
        address: '/ticket-management/refunds',
        heading: 'Not on the list',
        status: 403,
      },
      { who: 'Ada', address: `/ticket-management/refunds/${refundId}`, heading: /^Refund of/ },
      { who: 'Ada', address: '/email-management/suppressions', heading: 'Suppressions' },
      { who: 'Mo', address: '/email-management/suppressions', heading: 'Not on the list', status: 403 },
      { who: 'Ada', address: '/ticket-management/mails', heading: 'Email log' },
      { who: 'Ada', address: '/email-management/audiences', heading: 'Audiences' },
      { who: 'Mo', address: '/email-management/audiences', heading: 'Not on the list', status: 403 },
      { who: 'Ada', address: '/email-management/audiences/new', heading: 'New audience' },
      { who: 'Mo', address: '/ticket-management/mails', heading: 'Not on the list', status: 403 },
      { who: 'Ada', address: `/ticket-management/mails/${mail?.id}`, heading: /^Email/ },
      { who: 'Mo', address: `/ticket-management/mails/${mail?.id}`, heading: 'Not on the list', status: 403 },
      { who: 'Mia', address: '/payment-success', heading: 'No order to show' },
      {
        who: 'Ada',
        address: `/ticket-management/resend?id=${order.code}`,
        heading: 'Email tickets again',
      },
      {
        who: 'Ada',
        address: `/ticket-management/attendees?event=${testEvent.eventId}`,
        heading: 'Attendees',
      },
      {
        who: 'Ada',
        address: `/ticket-management/tickets/void?id=${order.code}`,
        heading: 'Cancel or refund tickets',
      },
      {
        who: 'Mo',
        address: `/ticket-management/capacity?event=${testEvent.eventId}`,
        heading: 'Capacity',
      },
      {
        who: 'Ada',
        address: `/ticket-management/capacity/pause-sale?event=${testEvent.eventId}`,
        heading: 'Pause all sales',
      },
      {
        who: 'Ada',
        address: `/ticket-management/capacity/set-capacity?event=${testEvent.eventId}&pool=${testEvent.pools.Room}`,
        heading: 'Capacity of Room',
      },
      {
        who: 'Mo',
        address: `/ticket-management/waitlist?event=${testEvent.eventId}`,
        heading: 'Waitlist',
      },
      {
        who: 'visitor',
        address: `/events/${testEvent.eventId}/night-${testEvent.eventId.slice(0, 8)}/waitlist`,
        heading: 'Waitlist',
      },
      { who: 'Ada', address: '/user-management/grants', heading: 'Grants' },
      {
        who: 'Ada',
        address: `/user-management/grants/end?event=${testEvent.eventId}`,
        heading: 'End grants',
      },
      { who: 'Ada', address: '/user-management/invitations', heading: 'Invitations' },
      { who: 'Mo', address: '/user-management/grants', heading: 'Not on the list', status: 403 },
      { who: 'Mo', address: '/user-management/invitations', heading: 'Not on the list', status: 403 },
      { who: 'Mia', address: '/notifications', heading: 'Notifications' },
      {
        who: 'visitor',
        address: '/live/bass-culture-live',
        heading: 'Bass Culture, live from the yard',
        indexed: true,
      },
      {
        who: 'visitor',
        address: '/live/old-years-night-live',
        heading: "Old Year's Night, live",
        indexed: true,
      },
      { who: 'visitor', address: '/community/rules', heading: 'Community rules', indexed: true },
      { who: 'Mia', address: '/settings/moderation', heading: 'Your posts and our rules' },
      { who: 'visitor', address: `/community/${reported?.post_id}`, heading: /^Post by /, indexed: true },
      { who: 'Mia', address: `/community/${reported?.post_id}/report`, heading: 'Report a post' },
      { who: 'Mia', address: `/live/${chat?.code}/chat`, heading: 'Chat' },
      { who: 'Ada', address: `/community/${reported?.post_id}/edit`, heading: 'Edit your post' },
      { who: 'Mo', address: '/admin/moderation', heading: 'Moderation' },
      { who: 'Mo', address: `/admin/moderation/${reported?.id}`, heading: /^A post by / },
      { who: 'Mo', address: '/admin/moderation/appeals', heading: 'Appeals' },
      { who: 'Mo', address: '/admin/moderation/chats', heading: 'Chat reports' },
      { who: 'Ada', address: '/admin/live', heading: 'Live' },
      { who: 'Ada', address: '/admin/live/new', heading: 'New stream' },
      { who: 'Ada', address: `/admin/live/${streamId}`, heading: 'Test stream' },
      { who: 'Ada', address: `/admin/live/${streamId}/edit`, heading: 'Test stream' },
      { who: 'Ada', address: '/admin/moderation/setup', heading: 'Words and replies' },
      { who: 'Ada', address: '/admin/assistant', heading: 'Assistant' },
      { who: 'Ada', address: '/admin/assistant/inbox', heading: 'Messages' },
      { who: 'Mia', address: '/ai-assistant/person', heading: 'Write to our team' },
      {
        who: 'Mo',
        address: `/admin/moderation/people/${people.Mia.id}`,
        heading: people.Mia.details.displayName,
      },
      { who: 'Mia', address: '/settings/people', heading: 'People' },
      { who: 'Mia', address: '/settings/people?show=blocked', heading: 'People' },
      {
        who: 'Mia',
        address: `/people/${people.Mia.details.username}`,
        heading: people.Mia.details.displayName,
      },
      {
        who: 'visitor',
        address: `/people/${people.Mia.details.username}`,
        heading: 'Page Not Found',
        status: 404,
      },
      { who: 'Mia', address: '/settings/second-step', heading: 'Two-step verification' },
      { who: 'visitor', address: '/auth/invitation?token=ended', heading: 'Join the team' },
      { who: 'visitor', address: '/auth/second-step', heading: 'Two-step verification' },
      { who: 'Ada', address: '/admin/failures', heading: 'Failures' },
      { who: 'Ada', address: '/admin/audit', heading: 'Audit log' },
      { who: 'Ada', address: '/admin/export/people/reason', heading: 'Download with contacts' },
      { who: 'Ada', address: '/ticket-management/disputes', heading: 'Disputes' },
      { who: 'Ada', address: '/ticket-management/blocked', heading: 'Blocked buyers' },
      { who: 'Ada', address: '/free-tickets/new', heading: 'Give free tickets' },
      { who: 'Ada', address: '/free-tickets/import', heading: 'Import free tickets' },
      { who: 'Ada', address: '/free-tickets/figures', heading: 'Figures and quotas' },
      { who: 'Ada', address: `/free-tickets/${shared?.comp}`, heading: shared?.guest ?? '' },
      { who: 'visitor', address: '/invitations?token=ended', heading: 'Your free ticket', status: 404 },
      { who: 'Ada', address: '/free-tickets/promoters', heading: 'Promoters' },
      { who: 'Ada', address: '/free-tickets/promoters/new', heading: 'Add promoter' },
      { who: 'Ada', address: `/free-tickets/promoters/${shared?.promoter}`, heading: shared?.name ?? '' },
      {
        who: 'Ada',
        address: `/free-tickets/promoters/${shared?.person}/commission`,
        heading: `Commission of ${shared?.name}`,
      },
      {
        who: 'Ada',
        address: `/ticket-management/orders/${order.code}/promoter`,
        heading: `Promoter of order ${order.code}`,
      },
      { who: 'Ada', address: `/ticket-management/transfers/${ticket?.id}`, heading: 'Transfer ticket' },
      { who: 'Mia', address: '/promoter', heading: 'Page Not Found', status: 404 },
      { who: 'visitor', address: '/promoter/list?token=ended', heading: 'Promoter' },
      {
        who: 'Ada',
        address: `/ticket-management/disputes/${dispute?.id}`,
        heading: `Dispute of order ${disputed.order.code}`,
      },
      { who: 'Ada', address: `/ticket-management/orders/${order.code}`, heading: `Order ${order.code}` },
      {
        who: 'Ada',
        address: `/ticket-management/orders/${order.code}/refund`,
        heading: `Refund order ${order.code}`,
      },
      {
        who: 'Ada',
        address: `/ticket-management/orders/${order.code}/email`,
        heading: `Email for order ${order.code}`,
      },
      { who: 'Ada', address: '/email-management?show=planned', heading: 'Email management' },
      { who: 'Ada', address: '/email-management/new', heading: 'New campaign' },
      { who: 'Ada', address: '/email-management/new?kind=notice', heading: 'New notice' },
      { who: 'Ada', address: '/email-management/templates', heading: 'Campaign templates' },
      { who: 'Ada', address: '/email-management/wording', heading: 'Email wording' },
      { who: 'Ada', address: '/email-management/wording/order_paid', heading: 'Order confirmation' },
      { who: 'Ada', address: `/email-management/${campaign?.id}`, heading: 'December in the shop' },
      {
        who: 'Ada',
        address: `/email-management/${campaign?.id}?view=desktop&theme=dark`,
        heading: 'December in the shop',
      },
      {
        who: 'Ada',
        address: `/email-management/${campaign?.id}/picture?block=head`,
        heading: 'December in the shop',
      },
      {
        who: 'Ada',
        address: `/email-management/${campaign?.id}/cards?block=shop`,
        heading: 'December in the shop',
      },
      { who: 'Ada', address: `/email-management/${planned?.id}`, heading: 'Old Year’s Night: last call' },
      {
        who: 'Ada',
        address: `/email-management/${campaign?.id}/audience`,
        heading: 'December in the shop',
      },
      {
        who: 'Ada',
        address: `/email-management/${namedId('campaign:Fete season: all dates')}/results`,
        heading: 'Fete season: all dates',
      },
      { who: 'visitor', address: '/m/nothing', heading: 'Page Not Found', status: 404 },
      { who: 'Ada', address: '/admin/products', heading: 'Products' },
      { who: 'Ada', address: '/admin/products/new', heading: 'New product' },
      { who: 'Ada', address: '/admin/products/collections', heading: 'Collections' },
      { who: 'Ada', address: '/admin/products/codes?code=new', heading: 'Shop codes' },
      { who: 'Ada', address: `/admin/products/${variant?.product}`, heading: 'Pan tote' },
      { who: 'Ada', address: '/admin/inventory', heading: 'Inventory' },
      { who: 'Ada', address: '/admin/inventory/import', heading: 'Import stock' },
      { who: 'Ada', address: '/admin/inventory/places', heading: 'Places' },
      { who: 'Ada', address: `/admin/inventory/${variant?.id}`, heading: 'Pan tote' },
      { who: 'Ada', address: '/admin/events', heading: 'Events' },
      { who: 'Ada', address: '/admin/search', heading: 'Search' },
      { who: 'Ada', address: '/admin/settings', heading: 'Site settings' },
      { who: 'Mo', address: '/admin/search?q=people', heading: 'Search' },
      { who: 'Ada', address: '/admin/events/new', heading: 'New event' },
      { who: 'Ada', address: `/admin${event}`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/line-up`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/artist?name=DJ+Kalalou`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/tickets`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/extras`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/codes`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/door`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/publish`, heading: /\S/ },
      { who: 'Ada', address: `/admin${event}/cancel`, heading: /^Cancel/ },
      { who: 'Ada', address: `/admin${event}/postpone`, heading: /^Postpone/ },
      { who: 'Ada', address: `/admin/events/${moved.eventId}/changes`, heading: 'New date' },
      { who: 'Mia', address: `/my-tickets/choice?order=${movedOrder.code}`, heading: 'Keep or refund' },
      { who: 'visitor', address: '/my-tickets/choice?token=ended', heading: 'Your order' },
      { who: 'visitor', address: '/my-tickets/supplement?token=ended', heading: 'Your order' },
      { who: 'visitor', address: '/my-tickets/waitlist?token=ended', heading: 'Waitlist' },
      { who: 'visitor', address: '/my-tickets/transfer?token=ended', heading: 'A ticket for you' },
      { who: 'visitor', address: '/my-tickets/place?token=ended', heading: 'Your place' },
      { who: 'Mia', address: '/my-tickets/allocations', heading: 'Places to hand out' },
      { who: 'Ada', address: '/free-tickets/allocations', heading: 'Allocations' },
      { who: 'Ada', address: `/ticket-scanner?event=${testEvent.eventId}`, heading: 'Ticket scanner' },
    ],
    close: () => users.close(),
  }
}

/** Holds a ticket and places an order as the forms do, and returns the path of the test provider's page. */
async function goToTheBank(
  buyer: ApiVisitor,
  testEvent: { eventId: string; types: Record<string, string> },
): Promise<string> {
  const held = await buyer.postForm('/checkout', {
    intent: 'hold',
    event: testEvent.eventId,
    'lines[0].type': testEvent.types.Entry ?? '',
    'lines[0].quantity': '1',
  })
  const hold = new URL(held.headers.get('location') ?? '', buyer.site).searchParams.get('hold') ?? ''
  const placed = await buyer.postForm('/checkout', {
    intent: 'pay',
    hold,
    key: randomUUID(),
    name: 'Gus Guest',
    email: `gus.${randomUUID().slice(0, 8)}@example.com`,
    terms: 'on',
  })
  const { pathname } = new URL(placed.headers.get('location') ?? '', buyer.site)
  if (!pathname.startsWith('/test-payment/')) throw new Error(`no way to the bank: ${placed.status}`)
  return pathname
}
