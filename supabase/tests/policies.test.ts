import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { PendingQuery, Row, TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { functions, hiddenColumns, mayUpdate, people, tables } from './access.ts'
import { countOneIn, makeConflict } from './door-fixture.ts'
import { createEvent, hideVenue, type TestEvent, unlock } from './event-fixture.ts'
import { extraLine, makeAddOn, makePackage, makeTable } from './extras.ts'
import { addGuests, admit, saveList } from './guest-lists.ts'
import {
  beginPayment,
  buy,
  call,
  holdItems,
  placeOrder,
  refundedSchema,
  report,
  reportDispute,
} from './selling.ts'
import { makeStream } from './streams.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, lineOf, makeVariant } from './variants.ts'

const users = openTestUsers(inject('stack'))
const { sql, service } = users

/** Rows to look for: by table, the column that finds them and their values by name. */
let fixture: Record<string, { key: string; rows: Record<string, string> }>

beforeAll(async () => {
  const testEvent = await createEvent(sql, {
    doorsIn: 30,
    types: [
      { name: 'Entry' },
      { name: 'Lounge', visibility: 'members' },
      { name: 'Crew', visibility: 'staff' },
      { name: 'Friends', visibility: 'code' },
    ],
  })
  const secret = await createEvent(sql, { visibility: 'unlisted' })
  const club = await createEvent(sql, { visibility: 'members' })
  const draft = await createEvent(sql, { status: 'draft' })
  const locked = await createEvent(sql, { visibility: 'password', types: [] })
  await hideVenue(sql, testEvent.eventId, { hours: 1 })
  await hideVenue(sql, secret.eventId)
  await hideVenue(sql, draft.eventId)
  await unlock(sql, locked.eventId, await users.id('Sid'))
  await users.grant('Dex', 'scan', secret.eventId)
  await users.grant('Dot', 'door_manager', secret.eventId)
  const [mia, gus] = [await users.id('Mia'), await users.id('Gus')]
  const bought = {
    mia: await buy(service, mia, secret, { Entry: 1 }),
    gus: await buy(service, gus, testEvent, { Entry: 1 }),
  }

  const phone = randomUUID()
  await sql`
    insert into public.door_devices (event_id, id, name, kind) values (${secret.eventId}, ${phone}, 'Dex', 'staff')`

  /** The one value that a query finds. */
  const find = async (query: Promise<{ id: string }[]>) =>
    z.object({ id: z.string() }).parse((await query)[0]).id
  const byOrder = async (table: string) => ({
    mia: await find(
      sql`select id from ${sql(`public.${table}`)} where order_id = ${bought.mia.order.orderId}`,
    ),
    gus: await find(
      sql`select id from ${sql(`public.${table}`)} where order_id = ${bought.gus.order.orderId}`,
    ),
  })
  const release = (type = '') =>
    find(sql`select id from public.price_releases where ticket_type_id = ${type}`)
  const ticketIds = await byOrder('tickets')
  const personNote = await call(
    await users.actingAs('Ada'),
    'add_person_note',
    { p_user: await users.id('Mia'), p_text: 'Came with a stroller', p_key: randomUUID() },
    z.uuid(),
  )
  const note = await call(
    await users.actingAs('Ada'),
    'add_order_note',
    { p_order: bought.mia.order.orderId, p_text: 'Called about parking', p_key: randomUUID() },
    z.uuid(),
  )
  const refund = await call(
    await users.actingAs('Ada'),
    'refund_order',
    {
      p_order: bought.mia.order.orderId,
      p_amount_cents: 100,
      p_reason: 'goodwill',
      p_void: false,
      p_tickets: [ticketIds.mia],
      p_key: randomUUID(),
    },
    refundedSchema,
  )
  await call(
    await users.actingAs('Dex'),
    'check_in',
    {
      p_event: secret.eventId,
      p_ticket: ticketIds.mia,
      p_generation: 1,
      p_code: null,
      p_scan_uid: randomUUID(),
      p_gate: 'Main',
      p_method: 'camera',
    },
    z.object({ result: z.literal('ok') }),
  )
  await sql`select private.report_scan(ticket_id, id) from public.scans where ticket_id = ${ticketIds.mia}`
  // somebody else came in with it, where the network was gone; and people without tickets were counted
  await makeConflict(await users.actingAs('Dex'), secret.eventId, ticketIds.mia)
  await countOneIn(await users.actingAs('Ada'), secret.eventId)
  const dispute = { p_event_id: randomUUID(), p_kind: 'dispute_open', p_dispute_ref: randomUUID() }
  await reportDispute(service, bought.mia.payment, dispute)
  // the open event has a new date: Gus may choose
  const moved = await find(sql`
    insert into public.event_changes (event_id, kind, refund_policy, previous_starts_at, starts_at, choice_ends_at)
    values (${testEvent.eventId}, 'rescheduled', 'keep_or_refund', now(), now(), now() + interval '1 day') returning id`)
  await sql`
    insert into public.event_change_orders (change_id, order_id, status, due_at, mailed_at)
    values (${moved}, ${bought.gus.order.orderId}, 'kept', null, now())`
  const block = await call(
    await users.actingAs('Ada'),
    'add_buyer_block',
    { p_kind: 'card', p_key: randomUUID(), p_label: 'A stolen card', p_reason: 'stolen' },
    z.uuid(),
  )
  const twoTypes = await createEvent(sql, {
    types: [{ name: 'Floor' }, { name: 'Box', releases: [{ name: 'Final', faceCents: 9000 }] }],
  })
  const floor = await buy(service, mia, twoTypes, { Floor: 1 })
  await call(
    await users.actingAs('Ada'),
    'act_on_tickets',
    {
      p_action: 'change_type',
      p_tickets: [await find(sql`select id from public.tickets where order_id = ${floor.order.orderId}`)],
      p_orders: [],
      p_reason: 'asked for',
      p_values: { type: twoTypes.types.Box, differenceCents: 7000, askHours: 1 },
      p_key: randomUUID(),
    },
    z.object({ asked: z.literal(1) }),
  )
  const supplement = await find(
    sql`select id from public.ticket_supplements where event_id = ${twoTypes.eventId}`,
  )
  const product = (status: string) =>
    find(
      sql`insert into public.products ${sql({ slug: randomUUID(), name: 'Fan', price_cents: 900, status })} returning id`,
    )
  const variants = {
    active: (await makeVariant(sql)).variantId,
    draft: (await makeVariant(sql, { status: 'draft' })).variantId,
  }
  const products = { active: await product('active'), draft: await product('draft') }
  const collection = (archived: Date | null) =>
    find(
      sql`insert into public.product_collections ${sql({ slug: randomUUID(), name: 'Fans', archived_at: archived })} returning id`,
    )
  const collections = { shown: await collection(null), archived: await collection(new Date()) }
  const [drawn] = await sql<{ path: string }[]>`
    select image_path as path from public.events where image_path like '/art/%' limit 1`
  for (const product_id of Object.values(products)) {
    await sql`insert into public.product_pictures ${sql({ product_id, position: 1, image_path: drawn?.path ?? '', image_alt: 'A fan' })}`
    await sql`insert into public.product_collection_items ${sql({ product_id, collection_id: collections.shown })}`
  }
  const things = await holdItems(service, mia, null, [lineOf(variants.active, 1)])
  const goods = await placeOrder(service, mia, things.holdId)
  await report(service, await beginPayment(service, mia, goods.orderId), 'succeeded')
  // Gus typed the code in that names the friends' tickets; nobody the other one
  const [code, other] = [
    await find(
      sql`insert into public.promo_codes ${sql({ event_id: testEvent.eventId, code: 'FRIENDS', effect: 'access' })} returning id`,
    ),
    await find(
      sql`insert into public.promo_codes ${sql({ event_id: secret.eventId, code: 'SECRET', effect: 'percent', percent: 10 })} returning id`,
    ),
  ]
  await sql`
    insert into public.promo_code_items ${sql({ code_id: code, kind: 'ticket', item_id: testEvent.types.Friends ?? '' })}`
  const { productId: coded } = await makeVariant(sql)
  await sql`insert into public.promo_code_goods ${sql({ code_id: other, product_id: coded })}`
  await sql`insert into private.unlocked_codes ${sql({ user_id: gus, event_id: testEvent.eventId, code_id: code })}`
  const post = (author: string, status: string) =>
    find(
      sql`insert into public.posts ${sql({ author_id: author, body: 'See you there', status })} returning id`,
    )
  const view = async (name: 'Dex' | 'Mo' | 'Ada' | 'Mia') =>
    find(
      sql`insert into public.saved_views ${sql({ owner_id: await users.id(name), page_kind: 'scans', name: 'Turned away', query: 'show=refused' })} returning id`,
    )
  const deactivated = await users.extra()
  await sql`update public.profiles set deactivated_at = now() where id = ${deactivated}`
  const posts = {
    shown: await post(mia, 'published'),
    hidden: await post(mia, 'auto_hidden'),
    orphan: await post(deactivated, 'published'),
  }
  for (const post_id of Object.values(posts)) {
    await sql`insert into public.post_pictures ${sql({ post_id, picture_name: randomUUID().replaceAll('-', ''), position: 1, width: 9, height: 9 })}`
    await sql`insert into public.post_links ${sql({ post_id, url: 'https://example.com' })}`
    await sql`insert into public.post_mentions ${sql({ post_id, user_id: mia })}`
    await sql`insert into public.post_reactions ${sql({ post_id, user_id: mia, reaction: 'fire' })}`
  }
  const events = { open: testEvent, secret, draft }
  const asked = await askedBy({ mia, ada: await users.id('Ada') })
  const streams = {
    shown: await makeStream(sql, { state: 'scheduled', event: testEvent.eventId }),
    draft: await makeStream(sql, { state: 'draft', event: testEvent.eventId }),
  }
  for (const stream_id of Object.values(streams))
    await sql`insert into public.stream_ticket_types ${sql({ stream_id, ticket_type_id: testEvent.types.Entry ?? '' })}`
  const ofEach = async (make: (one: TestEvent) => Promise<string>) => ({
    open: await make(events.open),
    secret: await make(events.secret),
    draft: await make(events.draft),
  })
  const packages = await ofEach((one) => makePackage(sql, one, { Entry: 1 }))
  const booked = async (owner: string) => {
    const table = await makeTable(sql, testEvent)
    await holdItems(service, owner, testEvent.eventId, [extraLine('table', table)])
    return find(sql`select id from public.table_bookings where table_id = ${table}`)
  }
  const pools = {
    open: testEvent.pools.Room ?? '',
    secret: secret.pools.Room ?? '',
    draft: draft.pools.Room ?? '',
  }
  const grantOf = async (name: 'Dex' | 'Dot') =>
    find(sql`select id from public.staff_grants where user_id = ${await users.id(name)}`)

  const artist = async (name: string, eventId?: string) => {
    const artistName = `DJ ${name} ${randomUUID().slice(0, 8)}`
    if (eventId)
      await sql`update public.events set line_up = ${sql.json([{ name: artistName.toUpperCase() }])} where id = ${eventId}`
    return find(sql`insert into public.artists ${sql({ slug: randomUUID(), name: artistName })} returning id`)
  }

  const ada = await users.actingAs('Ada')
  const guestList = await saveList(ada, secret)
  await addGuests(ada, guestList, [{ name: 'Keisha Joseph' }, { name: 'Keisha Josef' }])
  const [guest = '', namesake = ''] = (
    await sql<{ id: string }[]>`
      select id from public.guest_list_entries where list_id = ${guestList} order by id`
  ).map(({ id }) => id)
  await admit(await users.actingAs('Dex'), secret.eventId, { entry: guest })
  await call(ada, 'decide_guest_pair', { p_first: guest, p_second: namesake }, z.null())

  const bookings = { mia: await booked(mia), gus: await booked(gus) }
  const inCart = async (owner: string) => {
    const { variantId } = await makeVariant(sql)
    await sql`insert into public.cart_items ${sql({ owner_id: owner, variant_id: variantId, quantity: 1 })}`
    return variantId
  }
  const pickupPoint = (row: Record<string, unknown>) =>
    find(
      sql`insert into public.pickup_points ${sql({ name: 'Merch table', state: 'NY', postal_code: '11216', ...row })} returning id`,
    )
  const storeDay = {
    kind: 'store',
    opens_at: new Date(),
    closes_at: new Date(Date.now() + 86_400_000),
  }
  const address = {
    name: 'Mia Member',
    line1: '742 Nostrand Ave',
    city: 'Brooklyn',
    state: 'NY',
    postal_code: '11216',
  }
  await sql`insert into public.order_addresses ${sql({ order_id: goods.orderId, ...address })}`
  const gusCart = await find(
    sql`select id from public.holds where owner_id = ${gus} and kind = 'cart' and status in ('active', 'pinned')`,
  )
  await sql`insert into public.hold_addresses ${sql({ hold_id: gusCart, ...address })}`
  const zone = await find(
    sql`insert into public.shipping_zones ${sql({ name: 'Nowhere', states: ['NY'], archived_at: new Date() })} returning id`,
  )
  await sql`insert into public.shipping_rates ${sql({ zone_id: zone, up_to_grams: 500, price_cents: 700 })}`
  const rate = await find(
    sql`insert into public.tax_rates ${sql({ state: 'WY', zip_prefix: String(10000 + Math.floor(Math.random() * 89999)), tax_class: 'general', bps: 1 })} returning id`,
  )

  const open = await artist('Open', testEvent.eventId)
  const follow = async (name: 'Mia' | 'Ada') =>
    find(
      sql`insert into public.follows ${sql({ user_id: await users.id(name), artist_id: open })} returning id`,
    )

  const series = async (eventId?: string) => {
    const slug = randomUUID()
    const id = await find(
      sql`insert into public.event_series ${sql({ slug, name: `Series ${slug}` })} returning id`,
    )
    if (eventId) await sql`update public.events set series_id = ${id} where id = ${eventId}`
    return id
  }
  const draftOf = async (name: 'Ada' | 'Mia' | 'Mo', tab: string) => {
    await sql`insert into public.event_drafts ${sql({ owner_id: await users.id(name), event_id: testEvent.eventId, tab, form: sql.json({ title: 'Typed' }) })}`
    return tab
  }
  const promoterOf = async (userId: string | null) => {
    const id = await find(
      sql`insert into public.promoters ${sql({ name: 'Promoter', user_id: userId })} returning id`,
    )
    const code = `P${id.slice(0, 8).toUpperCase()}`
    await sql`insert into private.promoter_codes ${sql({ code, promoter_id: id })}`
    const eventRow = await find(
      sql`insert into public.event_promoters ${sql({ promoter_id: id, event_id: testEvent.eventId, link_code: code, commission_cents: 300 })} returning id`,
    )
    const entry = randomUUID()
    await sql`insert into public.commission_entries ${sql({ id: entry, event_promoter_id: eventRow, order_id: bought.gus.order.orderId, ticket_id: ticketIds.gus, kind: 'accrued', accrual_id: entry, turn: userId ? 1 : 2, expected_cents: 300 })}`
    return { id, eventRow, entry }
  }
  const promoters = { dex: await promoterOf(await users.id('Dex')), other: await promoterOf(null) }
  const letters = () =>
    randomUUID()
      .replace(/[^a-f]/g, '')
      .padEnd(6, 'a')
      .slice(0, 12)

  fixture = {
    follows: { key: 'id', rows: { mia: await follow('Mia'), ada: await follow('Ada') } },
    event_series: {
      key: 'id',
      rows: {
        open: await series(testEvent.eventId),
        secret: await series(secret.eventId),
        draft: await series(draft.eventId),
        idle: await series(),
      },
    },
    event_drafts: {
      key: 'tab',
      rows: {
        ada: await draftOf('Ada', `ada-${letters()}`),
        mia: await draftOf('Mia', `mia-${letters()}`),
        mo: await draftOf('Mo', `mo-${letters()}`),
      },
    },
    artists: {
      key: 'id',
      rows: {
        open,
        secret: await artist('Secret', secret.eventId),
        club: await artist('Club', club.eventId),
        draft: await artist('Draft', draft.eventId),
        idle: await artist('Idle'),
      },
    },
    events: {
      key: 'id',
      rows: {
        open: testEvent.eventId,
        secret: secret.eventId,
        club: club.eventId,
        draft: draft.eventId,
        locked: locked.eventId,
      },
    },
    event_venues: {
      key: 'event_id',
      rows: { open: testEvent.eventId, secret: secret.eventId, draft: draft.eventId },
    },
    ticket_types: {
      key: 'id',
      rows: {
        entry: testEvent.types.Entry ?? '',
        lounge: testEvent.types.Lounge ?? '',
        crew: testEvent.types.Crew ?? '',
        friends: testEvent.types.Friends ?? '',
        secret: secret.types.Entry ?? '',
        draft: draft.types.Entry ?? '',
      },
    },
    capacity_pools: { key: 'id', rows: pools },
    ticket_type_pools: { key: 'pool_id', rows: pools },
    price_releases: {
      key: 'id',
      rows: {
        open: await release(testEvent.types.Entry),
        secret: await release(secret.types.Entry),
        draft: await release(draft.types.Entry),
      },
    },
    packages: { key: 'id', rows: packages },
    package_components: { key: 'package_id', rows: packages },
    add_ons: { key: 'id', rows: await ofEach(async (one) => (await makeAddOn(sql, one)).addOnId) },
    bookable_tables: { key: 'id', rows: await ofEach((one) => makeTable(sql, one)) },
    table_bookings: { key: 'id', rows: bookings },
    promo_codes: { key: 'id', rows: { friends: code, secret: other } },
    promo_code_items: { key: 'code_id', rows: { friends: code } },
    promoters: { key: 'id', rows: { dex: promoters.dex.id, other: promoters.other.id } },
    commission_entries: { key: 'id', rows: { dex: promoters.dex.entry, other: promoters.other.entry } },
    event_promoters: { key: 'id', rows: { dex: promoters.dex.eventRow, other: promoters.other.eventRow } },
    promo_code_goods: { key: 'code_id', rows: { secret: other } },
    pickup_points: {
      key: 'id',
      rows: {
        store: await pickupPoint(storeDay),
        closed: await pickupPoint({ ...storeDay, archived_at: new Date() }),
        open: await pickupPoint({ kind: 'event', event_id: testEvent.eventId }),
        secret: await pickupPoint({ kind: 'event', event_id: secret.eventId }),
        draft: await pickupPoint({ kind: 'event', event_id: draft.eventId }),
      },
    },
    cart_items: {
      key: 'variant_id',
      rows: { gus: await inCart(gus), mia: await inCart(mia) },
    },
    price_rules: {
      key: 'id',
      rows: {
        rule: await find(
          sql`insert into public.price_rules ${sql({ name: 'Nothing', percent: 1, archived_at: new Date() })} returning id`,
        ),
      },
    },
    hold_addresses: { key: 'hold_id', rows: { gus: gusCart } },
    order_addresses: { key: 'order_id', rows: { mia: goods.orderId } },
    shipping_zones: { key: 'id', rows: { zone } },
    shipping_rates: { key: 'zone_id', rows: { zone } },
    tax_rates: { key: 'id', rows: { rate } },
    holds: { key: 'id', rows: { mia: bought.mia.hold.holdId, gus: bought.gus.hold.holdId } },
    hold_lines: { key: 'hold_id', rows: { mia: bought.mia.hold.holdId, gus: bought.gus.hold.holdId } },
    orders: { key: 'id', rows: { mia: bought.mia.order.orderId, gus: bought.gus.order.orderId } },
    order_lines: { key: 'id', rows: await byOrder('order_lines') },
    payments: { key: 'id', rows: { mia: bought.mia.payment.paymentId, gus: bought.gus.payment.paymentId } },
    buyer_blocks: { key: 'id', rows: { card: block } },
    disputes: { key: 'order_id', rows: { mia: bought.mia.order.orderId } },
    refunds: { key: 'id', rows: { mia: refund.refundId ?? '' } },
    ledger_entries: {
      key: 'order_id',
      rows: { mia: bought.mia.order.orderId, gus: bought.gus.order.orderId },
    },
    refund_items: { key: 'refund_id', rows: { mia: refund.refundId ?? '' } },
    event_changes: { key: 'id', rows: { open: moved } },
    event_change_orders: { key: 'order_id', rows: { gus: bought.gus.order.orderId } },
    order_notes: { key: 'id', rows: { mia: note } },
    person_notes: { key: 'id', rows: { mia: personNote } },
    tickets: { key: 'id', rows: ticketIds },
    ticket_supplements: { key: 'id', rows: { mia: supplement } },
    scans: { key: 'ticket_id', rows: { mia: ticketIds.mia } },
    entries: { key: 'ticket_id', rows: { mia: ticketIds.mia } },
    scan_conflicts: { key: 'ticket_id', rows: { mia: ticketIds.mia } },
    door_zones: { key: 'event_id', rows: { secret: secret.eventId } },
    door_gates: { key: 'event_id', rows: { secret: secret.eventId } },
    door_clicks: { key: 'event_id', rows: { secret: secret.eventId } },
    door_recounts: { key: 'event_id', rows: { secret: secret.eventId } },
    scan_reports: { key: 'ticket_id', rows: { mia: ticketIds.mia } },
    door_devices: { key: 'id', rows: { phone } },
    guest_lists: { key: 'id', rows: { secret: guestList } },
    guest_list_entries: { key: 'id', rows: { secret: guest } },
    guest_list_arrivals: { key: 'entry_id', rows: { secret: guest } },
    guest_list_pairs: { key: 'first_id', rows: { secret: guest } },
    products: { key: 'id', rows: products },
    product_variants: { key: 'id', rows: variants },
    product_pictures: { key: 'product_id', rows: products },
    product_collections: { key: 'id', rows: collections },
    product_collection_items: { key: 'product_id', rows: products },
    stock_places: {
      key: 'id',
      rows: { warehouse: await find(sql`select private.main_place() as id`) },
    },
    stock_levels: { key: 'variant_id', rows: { active: variants.active } },
    stock_entries: { key: 'variant_id', rows: { active: variants.active } },
    fulfilments: {
      key: 'id',
      rows: { mia: await find(sql`select id from public.fulfilments where order_id = ${goods.orderId}`) },
    },
    shipments: {
      key: 'id',
      rows: {
        mia: await find(
          sql`insert into public.shipments (order_id, number, carrier) values (${goods.orderId}, 1, 'other') returning id`,
        ),
      },
    },
    returns: {
      key: 'id',
      rows: {
        mia: await find(sql`
          insert into public.returns (order_id, fulfilment_id, reason, is_faulty, label_cents)
          select order_id, id, 'Too small', false, 600 from public.fulfilments where order_id = ${goods.orderId} returning id`),
      },
    },
    posts: { key: 'id', rows: posts },
    post_pictures: { key: 'post_id', rows: posts },
    post_links: { key: 'post_id', rows: posts },
    post_mentions: { key: 'post_id', rows: posts },
    post_counts: { key: 'post_id', rows: posts },
    post_reactions: { key: 'post_id', rows: posts },
    event_threads: {
      key: 'event_id',
      rows: await ofEach(async ({ eventId }) => {
        await sql`insert into public.event_threads (event_id, slow_seconds) values (${eventId}, 60)`
        return eventId
      }),
    },
    person_follows: {
      key: 'followed_id',
      rows: {
        mia: await find(sql`
          insert into public.person_follows ${sql({ follower_id: mia, followed_id: await users.id('Sid') })}
          returning followed_id as id`),
      },
    },
    person_blocks: {
      key: 'other_id',
      rows: {
        mia: await find(sql`
          insert into public.person_blocks ${sql({ user_id: mia, other_id: await users.id('Dex'), kind: 'mute' })}
          returning other_id as id`),
      },
    },
    notifications: {
      key: 'id',
      rows: {
        mia: await find(
          sql`insert into public.notifications ${sql({ user_id: mia, kind: 'follow', actor_id: await users.id('Sid') })} returning id`,
        ),
      },
    },
    post_reports: {
      key: 'id',
      rows: {
        mia: await find(sql`
          with opened as (
            insert into private.moderation_cases (post_id, sources) values (${await post(deactivated, 'published')}, '{reports}')
            returning id, post_id
          )
          insert into public.post_reports (post_id, reporter_id, reason, weight, case_id)
          select post_id, ${mia}, 'spam', 1, id from opened returning id`),
      },
    },
    streams: { key: 'id', rows: streams },
    chat_messages: { key: 'id', rows: await chatMessages(streams, mia) },
    stream_ticket_types: { key: 'stream_id', rows: streams },
    stream_reminders: {
      key: 'user_id',
      rows: {
        mia: await find(sql`
          insert into public.stream_reminders ${sql({ stream_id: streams.shown, user_id: mia })} returning user_id as id`),
      },
    },
    event_company: {
      key: 'user_id',
      rows: {
        mia: await find(sql`
          insert into public.event_company ${sql({ event_id: secret.eventId, user_id: mia })} returning user_id as id`),
      },
    },
    assistant_conversations: { key: 'id', rows: asked.conversations },
    assistant_turns: { key: 'id', rows: asked.turns },
    settings: { key: 'id', rows: { row: 'true' } },
    line_kinds: { key: 'kind', rows: { ticket: 'ticket' } },
    profiles: { key: 'id', rows: { mia, gus } },
    staff_grants: { key: 'id', rows: { dex: await grantOf('Dex'), dot: await grantOf('Dot') } },
    saved_views: {
      key: 'id',
      rows: { dex: await view('Dex'), mo: await view('Mo'), ada: await view('Ada'), mia: await view('Mia') },
    },
  }
})
afterAll(async () => {
  await archiveProducts(sql)
  for (const table of ['products', 'product_collections', 'posts', 'streams']) {
    const made = Object.values(fixture[table]?.rows ?? {})
    await sql`delete from ${sql(`public.${table}`)} where id in ${sql(made)}`
  }
  await users.close()
})

/** Says something in a chat; one message is hidden, one is in the chat of a draft. */
/** A conversation with the assistant, with one question, of each person. */
async function askedBy(owners: Record<string, string>) {
  const conversations: Record<string, string> = {}
  const turns: Record<string, string> = {}
  for (const [name, user_id] of Object.entries(owners)) {
    const [conversation] = await sql<{ id: string }[]>`
      insert into public.assistant_conversations ${sql({ user_id, title: 'Doors?' })} returning id`
    conversations[name] = conversation?.id ?? ''
    const [turn] = await sql<{ id: string }[]>`
      insert into public.assistant_turns (conversation_id, seq, question, blocks)
      values (${conversations[name]}, 1, 'Doors?', '[]') returning id`
    turns[name] = turn?.id ?? ''
  }
  return { conversations, turns }
}

async function chatMessages(streams: { shown: string; draft: string }, author_id: string) {
  const say = async (stream_id: string, seq: number, is_hidden: boolean) => {
    await sql`
      insert into private.chats ${sql({ stream_id, last_seq: seq })}
      on conflict (stream_id) do update set last_seq = excluded.last_seq`
    const row = { stream_id, author_id, seq, change_seq: seq, body: 'Hello', is_hidden }
    const [made] = await sql<{ id: string }[]>`insert into public.chat_messages ${sql(row)} returning id`
    return made?.id ?? ''
  }
  return {
    shown: await say(streams.shown, 1, false),
    hidden: await say(streams.shown, 2, true),
    draft: await say(streams.draft, 1, false),
  }
}

const names = Object.keys(tables)
const tokens = (text = '') => text.split(' ').filter(Boolean).sort()
const fixtureOf = (table: string) => {
  const found = fixture[table]
  if (!found) throw new Error(`policies.test.ts has no rows of ${table}: add some to the fixture`)
  return found
}
/** The names of the fixture's rows among these values. */
const named = (rows: Record<string, string>, values: string[]) =>
  Object.keys(rows)
    .filter((name) => values.includes(rows[name] ?? ''))
    .sort()

describe('everything that is exposed is listed', () => {
  test('tables', async () => {
    const rows = await sql<
      { name: string }[]
    >`select tablename as name from pg_tables where schemaname = 'public' order by 1`
    expect(rows.map((row) => row.name)).toEqual([...names].sort())
  })

  test('views', async () => {
    expect(
      await sql`select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm', 'f')`,
    ).toHaveLength(0)
  })

  test('functions, and who may call them', async () => {
    const rows = await sql<{ name: string; anon: boolean; authenticated: boolean; service: boolean }[]>`
      select proname as name, has_function_privilege('anon', oid, 'execute') as anon,
        has_function_privilege('authenticated', oid, 'execute') as authenticated,
        has_function_privilege('service_role', oid, 'execute') as service
      from pg_proc where pronamespace = 'public'::regnamespace order by 1`
    const callers = rows.map(({ name, anon, authenticated, service: server }) => [
      name,
      anon && authenticated && server
        ? 'everybody'
        : [anon && 'visitors', authenticated && 'signed in', server && 'server'].filter(Boolean).join(', '),
    ])
    expect(Object.fromEntries(callers)).toEqual(functions)
  })

  test('columns', async () => {
    const rows = await sql<{ name: string; columns: string[] }[]>`
      select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not has_column_privilege('authenticated', c.oid, a.attnum, 'select') group by 1 order by 1`
    expect(Object.fromEntries(rows.map((row) => [row.name, row.columns]))).toEqual(hiddenColumns)
  })

  test('the private schema, to anybody, the server included', async () => {
    const rows = await sql<
      { name: string }[]
    >`select tablename as name from pg_tables where schemaname = 'private'`
    const clients = [service, await users.actingAs('visitor'), await users.actingAs('Ada')]
    for (const client of clients) {
      for (const { name } of rows) {
        const { data, error } = await client.schema('private').from(name).select()
        expect([name, data, error !== null]).toEqual([name, null, true])
        expect((await client.from(name).select()).error).not.toBeNull()
      }
      expect((await client.schema('private').rpc('sweep')).error).not.toBeNull()
      expect(
        (await client.rpc('settle_order', { p_order: randomUUID(), p_payment: null })).error,
      ).not.toBeNull()
    }
  })
})

/** Becomes a caller for the rest of a transaction, as the API does. */
async function become(tx: TransactionSql, name: (typeof people)[number]): Promise<void> {
  const claims = name === 'visitor' ? { role: 'anon' } : { sub: await users.id(name), role: 'authenticated' }
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
  await tx.unsafe(`set local role ${claims.role}`)
}

class TakeBack extends Error {}

describe.each(people)('%s', (name) => {
  test('sees the listed rows of each table', async () => {
    const client = await users.actingAs(name)
    const seen: Record<string, string[]> = {}
    for (const table of names) {
      const { key, rows } = fixtureOf(table)
      const { data, error } = await client.from(table).select(key).in(key, Object.values(rows))
      // A table without any grant responds with an error, one with row policies with no rows: both show nothing.
      if (error) expect([table, error.code]).toEqual([table, '42501'])
      const found = z.array(z.record(z.string(), z.coerce.string())).parse(data ?? [])
      seen[table] = named(
        rows,
        found.map((row) => row[key] ?? ''),
      )
    }
    expect(seen).toEqual(Object.fromEntries(names.map((table) => [table, tokens(tables[table]?.[name])])))
  })

  test('inserts, updates and deletes nothing, in any table', async () => {
    const codes: Record<string, string[]> = {}
    const refusedAll: Record<string, string[]> = {}
    // Asks the database as the API does, without its thousands of requests.
    const done = sql.begin(async (tx) => {
      await become(tx, name)
      for (const table of names) {
        const { key, rows } = fixtureOf(table)
        const [at, column] = [sql(`public.${table}`), sql(key)]
        const refused = (statement: (save: TransactionSql) => PendingQuery<Row[]>) =>
          tx.savepoint(statement).then(
            () => 'done',
            (error: { code?: string }) => error.code ?? String(error),
          )
        const found: string[] = []
        for (const value of Object.values(rows)) {
          const isRow = sql`${column}::text = ${value}`
          found.push(
            await refused((save) => save`insert into ${at} (${column}) values (${value})`),
            await refused((save) => save`update ${at} set ${column} = ${column} where ${isRow}`),
            await refused((save) => save`delete from ${at} where ${isRow}`),
          )
        }
        codes[table] = found
        refusedAll[table] = found.map(() => '42501')
      }
      throw new TakeBack()
    })
    await expect(done).rejects.toThrow(TakeBack)
    expect(codes).toEqual(refusedAll)
  })

  test('upserts nothing through the API, in any table', async () => {
    const client = await users.actingAs(name)
    const codes: Record<string, string> = {}
    for (const table of names) {
      const { key, rows } = fixtureOf(table)
      const [value = ''] = Object.values(rows)
      const { error } = await client.from(table).upsert<Record<string, string>>({ [key]: value })
      codes[table] = error?.code ?? 'done'
    }
    expect(codes).toEqual(Object.fromEntries(names.map((table) => [table, '42501'])))
  })

  // Calls one function of each class through the API: the rights themselves are read from the catalogue above.
  const classes = ['server', ...(name === 'visitor' ? ['signed in', 'signed in, server'] : [])]
  test.each(classes)('may not call functions for: %s', async (callers) => {
    const [fn] = Object.entries(functions).find(([, who]) => who === callers) ?? []
    if (!fn) throw new Error(`no function is for: ${callers}`)
    const [row] = await sql<{ names: string[] }[]>`
      select coalesce(proargnames[1:pronargs], '{}') as names from pg_proc where pronamespace = 'public'::regnamespace and proname = ${fn}`
    const client = await users.actingAs(name)
    const { error } = await client.rpc(fn, Object.fromEntries((row?.names ?? []).map((arg) => [arg, null])))
    expect([fn, error?.code]).toEqual([fn, '42501'])
  })

  // Hosted projects, and the embedded stack by itself, have granted everything to these roles: row policies must do alone.
  test('writes nothing even with every privilege', async () => {
    const written: Record<string, string[]> = {}
    const done = sql.begin(async (tx) => {
      await tx`grant all on all tables in schema public to anon, authenticated`
      await become(tx, name)
      for (const table of names) {
        const { key, rows } = fixtureOf(table)
        const values = Object.values(rows)
        const at = sql(`public.${table}`)
        await expect(
          tx.savepoint((save) => save`insert into ${at} default values`),
          table,
        ).rejects.toMatchObject({ code: '42501' })
        const updated =
          await tx`update ${at} set ${sql(key)} = ${sql(key)} where ${sql(key)}::text in ${sql(values)} returning ${sql(key)}::text as value`
        const deleted =
          await tx`delete from ${at} where ${sql(key)}::text in ${sql(values)} returning ${sql(key)}`
        expect([table, deleted.length]).toEqual([table, 0])
        if (updated.length > 0)
          written[table] = named(
            rows,
            updated.map((row) => String(row.value)),
          )
      }
      throw new TakeBack()
    })
    await expect(done).rejects.toThrow(TakeBack)
    const allowed = Object.entries(mayUpdate).flatMap(([table, seen]) =>
      seen[name] ? [[table, tokens(seen[name])]] : [],
    )
    expect(written).toEqual(Object.fromEntries(allowed))
  })
})

test('a person whose role or session ended loses its rows', async () => {
  const mo = await users.actingAs('Mo')
  const pools = async () =>
    (await mo.from('capacity_pools').select('id').eq('id', fixture.capacity_pools?.rows.open)).data
  expect(await pools()).toHaveLength(1)
  await sql`update private.user_roles set role = 'member' where user_id = ${await users.id('Mo')}`
  expect(await pools()).toHaveLength(0)
  await sql`update private.user_roles set role = 'moderator' where user_id = ${await users.id('Mo')}`
  await sql`update public.profiles set deactivated_at = now() where id = ${await users.id('Mo')}`
  expect(await pools()).toHaveLength(0)
})

/** An access token lives on for up to an hour after its session was ended or its account deactivated. */
describe('a token after its session or account ended', () => {
  const holders = ['Gus', 'Mia', 'Dex', 'Dot', 'Mo', 'Ada'] as const
  const stack = inject('stack')

  /** Lists the fixture rows that a token can read, table by table. */
  async function seenWith(token: string | null) {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
    const client = createClient(stack.url, stack.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers },
    })
    const seen: Record<string, string[]> = {}
    for (const table of names) {
      const { key, rows } = fixtureOf(table)
      const { data } = await client.from(table).select(key).in(key, Object.values(rows))
      const values = z.array(z.record(z.string(), z.coerce.string())).parse(data ?? [])
      seen[table] = named(
        rows,
        values.map((row) => row[key] ?? ''),
      )
    }
    return seen
  }

  /** Calls a function as each of these callers at one moment. Returns its data, or the code of its refusal. */
  async function resultsOf(subs: string[], fn: string, given: Record<string, string>): Promise<string[]> {
    const [row] = await sql<{ names: string[] }[]>`
      select coalesce(proargnames[1:pronargs], '{}') as names
      from pg_proc where pronamespace = 'public'::regnamespace and proname = ${fn}`
    const args = (row?.names ?? []).map((arg) => sql`${sql(arg)} => ${given[arg] ?? null}`)
    const list = args.flatMap((arg, at) => (at === 0 ? [arg] : [sql`, `, arg]))
    return sql.begin('isolation level repeatable read', async (tx) => {
      await tx`set local role authenticated`
      const results: string[] = []
      for (const sub of subs) {
        const claims = JSON.stringify({ sub, role: 'authenticated' })
        await tx`select set_config('request.jwt.claims', ${claims}, true)`
        const result = await tx
          .savepoint((save) => save`select to_jsonb(public.${sql(fn)}(${list})) as answer`)
          .then((rows) => JSON.stringify(rows[0]?.answer ?? null))
          .catch((error: { code?: string }) => `refused ${error.code}`)
        results.push(result)
      }
      return results
    })
  }

  test('of who signed out sees what a visitor sees', async () => {
    const visitors = await seenWith(null)
    for (const name of holders) {
      const token = await users.accessToken(name)
      await sql`delete from auth.sessions where user_id = ${await users.id(name)}`
      expect([name, await seenWith(token)]).toEqual([name, visitors])
    }
  })

  test.each([
    'Mia',
    'Gus',
  ] as const)('of %s, who was deactivated, reads nothing of their own', async (name) => {
    const id = await users.id(name)
    const own = await sql<{ code: string; hold_id: string }[]>`
      select code, hold_id from public.orders where owner_id = ${id} limit 1`
    const given = { p_code: own[0]?.code ?? '', p_hold: own[0]?.hold_id ?? '' }
    const reads = Object.keys(functions).filter((fn) => functions[fn] !== 'server')
    expect(await resultsOf([id], 'read_order', given)).not.toEqual(['null'])
    await service.rpc('sanction_account', { p_user: id, p_kind: 'suspended', p_reason: 'test' })
    const leaking: string[] = []
    for (const fn of reads) {
      const [mine, strangers] = await resultsOf([id, randomUUID()], fn, given)
      if (mine !== strangers) leaking.push(fn)
    }
    expect(leaking).toEqual([])
    const rows = await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: id, role: 'authenticated' })}, true)`
      await tx`set local role authenticated`
      const found: string[] = []
      for (const table of [
        'holds',
        'hold_lines',
        'orders',
        'order_lines',
        'payments',
        'refunds',
        'tickets',
        'profiles',
      ]) {
        const { key, rows: sought } = fixtureOf(table)
        const at =
          await tx`select ${sql(key)} from ${sql(`public.${table}`)} where ${sql(key)}::text in ${sql(Object.values(sought))}`
        if (at.length > 0) found.push(table)
      }
      return found
    })
    expect(rows).toEqual([])
  })

  test('a deactivated account is banned at Auth until it is opened again', async () => {
    const email = await users.email('Sid')
    const id = await users.id('Sid')
    const password = 'Correct-Horse-9'
    const signIn = async () => {
      const visitor = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } })
      return (await visitor.auth.signInWithPassword({ email, password })).error?.code ?? null
    }
    expect(await signIn()).toBeNull()
    await service.rpc('sanction_account', { p_user: id, p_kind: 'suspended', p_reason: 'test' })
    expect(await sql`select 1 from auth.sessions where user_id = ${id}`).toHaveLength(0)
    expect(await signIn()).toBe('user_banned')
    await service.rpc('reinstate_account', { p_user: id, p_reason: 'test' })
    expect(await signIn()).toBeNull()
  })
})
