import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventPageSchema } from '#features/events/public/public-events.types.ts'
import { mailKinds } from '#features/mail/mail-kinds.server.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { makeCode } from './codes.ts'
import { createEvent, type TestEvent, type TestEventOptions } from './event-fixture.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Tests who is written to before a sale, once each, and that nobody learns who it is. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

const state = z.string()
const network = 'n'.repeat(22)
const freshEmail = () => `wait-${randomUUID()}@example.com`

/** Asks for alerts as the server does: for a member by id, for anybody else by address. */
const ask = (event: TestEvent, who: { user?: string; email?: string }) =>
  call(
    service,
    'ask_alert',
    {
      p_event: event.eventId,
      p_user: who.user ?? null,
      p_email: who.email ?? '',
      p_text_version: 'test',
      p_address_hash: network,
    },
    state,
  )
const follow = (user: string, artist: string, on = true) =>
  call(
    service,
    'follow',
    { p_user: user, p_subject: artist, p_following: on, p_text_version: 'test', p_address_hash: network },
    state,
  )

/** A link as its mail holds it: the hash of the token. */
async function linkTo(purpose: string, subject: string, payload = {}): Promise<string> {
  const hash = hashToken(makeToken())
  await call(
    service,
    'add_link',
    { p_purpose: purpose, p_subject: subject, p_token_hash: hash, p_payload: payload },
    z.string(),
  )
  return hash
}
const openLink = (hash: string) => call(service, 'use_alert_link', { p_token_hash: hash }, state.nullable())

const alertOf = async (event: TestEvent, email: string) => {
  const [row] = await sql<{ id: string; status: string }[]>`
    select id, status from private.event_alerts where event_id = ${event.eventId} and email = ${email}`
  return row
}
/** Asks for an address and confirms by its link. */
async function confirmed(event: TestEvent, email = freshEmail()): Promise<string> {
  await ask(event, { email })
  await openLink(await linkTo('alert_confirm', (await alertOf(event, email))?.id ?? ''))
  return email
}
/** A member whose address is proven: id and address. */
async function member(): Promise<{ id: string; email: string }> {
  const id = await users.extra()
  const [row] = await sql<{ email: string }[]>`
    update public.profiles p set email_verified_at = now() from auth.users u where p.id = ${id} and u.id = p.id returning u.email`
  return { id, email: row?.email ?? '' }
}

/** The mails that are queued about an event's alerts, by kind and address. */
const mailsOf = async (event: TestEvent) => {
  const rows = await sql<{ kind: string; recipient: string }[]>`
    select kind, recipient from private.mail_outbox
    where kind in ('alert_on_sale', 'alert_reminder') and dedupe_key like ${`%:${event.eventId}:%`} order by kind, recipient`
  return rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
}
/** Runs the job until nothing is left, as the site does. */
async function runJob(): Promise<void> {
  const result = z.object({ more: z.boolean() })
  while ((await call(service, 'queue_alerts', {}, result)).more);
}
/** Moves the sale of all types of an event, in hours from now. */
const openSale = (event: TestEvent, hours = -0.01) =>
  sql`update public.ticket_types set sale_starts_at = now() + ${`${hours} hours`}::interval where event_id = ${event.eventId}`

/** An event whose sale begins in five hours, doors in four days. */
const soon = (options: TestEventOptions = {}) =>
  createEvent(sql, { doorsIn: 96, types: [{ name: 'Entry', saleStartsIn: 5 }], ...options })

describe('asking', () => {
  test('an address is written to after its owner opened the link in a mail, and the ledger says when', async () => {
    const event = await soon()
    const email = freshEmail()
    expect(await ask(event, { email: email.toUpperCase() })).toBe('requested')
    const alert = await alertOf(event, email)
    expect(alert?.status).toBe('requested')
    const link = await linkTo('alert_confirm', alert?.id ?? '')
    const read = () =>
      call(service, 'read_alert_link', { p_token_hash: link }, z.object({ email: z.string() }).nullable())
    expect(await read()).toMatchObject({ email })
    // Reading is what programs that check mail do.
    expect((await alertOf(event, email))?.status).toBe('requested')
    expect(await openLink(link)).toBe('alert_confirm')
    expect([(await alertOf(event, email))?.status, await read(), await openLink(link)]).toEqual([
      'active',
      null,
      null,
    ])
    const end = await linkTo('alert_end', alert?.id ?? '')
    expect([await openLink(end), await openLink(end)]).toEqual(['alert_end', 'alert_end'])
    expect((await alertOf(event, email))?.status).toBe('ended')
    expect(
      await sql`select type, given, source, text_version from private.consents where user_id = ${alert?.id ?? ''} order by id`,
    ).toEqual([
      { type: 'alerts', given: true, source: 'event_page', text_version: 'test' },
      { type: 'alerts', given: false, source: 'mail', text_version: 'test' },
    ])
  })

  test('an address that waits, is active or is new gets the same response, and one mail an hour', async () => {
    const event = await soon()
    const active = await confirmed(event)
    const waiting = freshEmail()
    const mails = () =>
      sql`select recipient from private.mail_outbox where kind = 'alert_confirm' and recipient in ${sql([active, waiting])} order by 1`
    expect([
      await ask(event, { email: waiting }),
      await ask(event, { email: waiting }),
      await ask(event, { email: active }),
    ]).toEqual(['requested', 'requested', 'requested'])
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([active, waiting].sort())
    expect((await alertOf(event, active))?.status).toBe('active')
  })

  test('a member with a proven address needs no mail; another confirms the address once, which proves nothing of the account', async () => {
    const event = await soon()
    const proven = await member()
    expect(await ask(event, { user: proven.id })).toBe('active')
    const id = await users.extra()
    expect(await ask(event, { user: id })).toBe('requested')
    const [mail] = await sql<{ recipient: string }[]>`
      select recipient from private.mail_outbox where kind = 'address_confirm' and subject_id = ${id}`
    const email = mail?.recipient ?? ''
    expect(email).not.toBe('')
    expect(await openLink(await linkTo('address_confirm', id, { email }))).toBe('address_confirm')
    expect(await ask(await soon(), { user: id })).toBe('active')
    expect(await sql`select email_verified_at from public.profiles where id = ${id}`).toEqual([
      { email_verified_at: null },
    ])
    // The link is for the address that it was sent to.
    expect(await openLink(await linkTo('address_confirm', id, { email: 'old@example.com' }))).toBeNull()
    expect(
      await sql`select type, given, source from private.consents where user_id = ${proven.id} order by id`,
    ).toEqual([{ type: 'alerts', given: true, source: 'event_page' }])
  })

  test.each<[string, TestEventOptions]>([
    ['a draft', { status: 'draft' }],
    ['a postponed event', { status: 'postponed' }],
    ['an event that is over', { doorsIn: -30 }],
  ])('is refused for %s', async (_what, options) => {
    const event = await soon(options)
    expect((await refusal(ask(event, { email: freshEmail() }))).code).toBe('alert_closed')
  })

  test('the page offers it before the sale alone, and tells members from when', async () => {
    const event = await createEvent(sql, {
      doorsIn: 96,
      types: [
        { name: 'Entry', saleStartsIn: 30 },
        { name: 'Crew', visibility: 'staff', saleStartsIn: 2 },
      ],
    })
    await sql`update public.ticket_types set members_sale_starts_at = now() + interval '6 hours' where id = ${event.types.Entry ?? ''}`
    const [row] = await sql<{ everybody: Date; members: Date }[]>`
      select sale_starts_at as everybody, members_sale_starts_at as members from public.ticket_types where id = ${event.types.Entry ?? ''}`
    const page = async (name: Name | 'visitor', { eventId } = event) =>
      eventPageSchema.parse(
        (await (await users.actingAs(name)).rpc('read_event_page', { p_id: eventId })).data,
      )
    const times = [row?.members.toISOString(), row?.everybody.toISOString()]
    for (const name of ['visitor', 'Gus', 'Mia', 'Mo'] as const) {
      const { alert, saleStartsAt } = (await page(name)) ?? {}
      const own = name === 'Mia' || name === 'Mo'
      expect([name, alert?.state, alert?.email ?? null]).toEqual([
        name,
        'offered',
        own ? await users.email(name) : null,
      ])
      expect([alert?.membersFrom, alert?.everybodyFrom].map((at) => new Date(at ?? 0).toISOString())).toEqual(
        times,
      )
      if (name !== 'Mo')
        expect([name, new Date(saleStartsAt ?? 0).toISOString()]).toEqual([name, times[own ? 0 : 1]])
    }
    await ask(event, { user: await users.id('Mia') })
    expect((await page('Mia'))?.alert?.state).toBe('requested')
    expect((await page('Sid'))?.alert?.state).toBe('offered')
    await sql`update public.ticket_types set members_sale_starts_at = now() - interval '1 hour' where id = ${event.types.Entry ?? ''}`
    expect([(await page('Mia'))?.alert, (await page('visitor'))?.alert?.state]).toEqual([null, 'offered'])
    await openSale(event)
    expect((await page('visitor'))?.alert).toBeNull()
    const announced = await createEvent(sql, { doorsIn: 96, types: [] })
    expect((await page('visitor', announced))?.alert).toMatchObject({ state: 'offered', everybodyFrom: null })
    const closed = await createEvent(sql, {
      doorsIn: 96,
      visibility: 'members',
      types: [{ name: 'Entry', saleStartsIn: 5 }],
    })
    expect([(await page('visitor', closed))?.alert, (await page('Mia', closed))?.alert?.state]).toEqual([
      null,
      'offered',
    ])
  })
})

describe('the mail about the sale', () => {
  test('goes once when something is on sale for the person: to members at their pre-sale, to all others later', async () => {
    const event = await soon()
    const { id, email } = await member()
    await ask(event, { user: id })
    const visitor = await confirmed(event)
    await ask(event, { email: freshEmail() })
    await runJob()
    expect(await mailsOf(event)).toEqual([])
    await sql`update public.ticket_types set members_sale_starts_at = now() - interval '1 minute' where event_id = ${event.eventId}`
    await runJob()
    expect(await mailsOf(event)).toEqual([`alert_on_sale ${email}`])
    await openSale(event)
    await runJob()
    await runJob()
    const both = [`alert_on_sale ${email}`, `alert_on_sale ${visitor}`].sort()
    expect(await mailsOf(event)).toEqual(both)
    // Asked again, and the sale moved, closed and opened again: still one each.
    await openLink(await linkTo('alert_end', (await alertOf(event, visitor))?.id ?? ''))
    await confirmed(event, visitor)
    await openSale(event, 3)
    await runJob()
    await openSale(event)
    await runJob()
    expect(await mailsOf(event)).toEqual(both)
  })

  test('goes when the sale opens earlier than planned, and waits when it is moved', async () => {
    const [earlier, later] = [await soon(), await soon()]
    const email = await confirmed(earlier)
    await confirmed(later, email)
    await openSale(earlier)
    await openSale(later, 40)
    await runJob()
    expect([await mailsOf(earlier), await mailsOf(later)]).toEqual([[`alert_on_sale ${email}`], []])
  })

  const asDraft = { status: 'draft' }
  test.each<[string, (event: TestEvent) => Promise<unknown>]>([
    [
      'cancelled',
      ({ eventId }) =>
        sql`update public.events set status = 'cancelled', cancelled_at = now() where id = ${eventId}`,
    ],
    ['postponed', ({ eventId }) => sql`update public.events set status = 'postponed' where id = ${eventId}`],
    ['a draft again', ({ eventId }) => sql`update public.events set ${sql(asDraft)} where id = ${eventId}`],
    ['paused', ({ eventId }) => sql`update public.events set sales_paused_at = now() where id = ${eventId}`],
    [
      'for members now',
      ({ eventId }) => sql`update public.events set visibility = 'members' where id = ${eventId}`,
    ],
    [
      'sold out at once',
      ({ eventId }) =>
        sql`update public.capacity_pools set capacity = held + sold where event_id = ${eventId}`,
    ],
    [
      'blocked for others',
      (event) => makeCode(sql, event, { block: { pool: 'Room', places: 100, hours: 24 } }),
    ],
    [
      'selling to staff alone',
      ({ eventId }) => sql`update public.ticket_types set visibility = 'staff' where event_id = ${eventId}`,
    ],
    [
      'selling to a code alone',
      ({ eventId }) => sql`update public.ticket_types set visibility = 'code' where event_id = ${eventId}`,
    ],
  ])('does not go while the event is %s', async (_what, change) => {
    const event = await soon()
    await confirmed(event)
    await change(event)
    await openSale(event)
    await runJob()
    expect(await mailsOf(event)).toEqual([])
  })

  test('does not go to people who have a ticket, declined, or paused their mail; those who left are not asked', async () => {
    const event = await createEvent(sql, { doorsIn: 96 })
    const [buyer, decliner, pauser, leaver, gone] = [
      await member(),
      await member(),
      await member(),
      await member(),
      await member(),
    ]
    for (const { id } of [buyer, decliner, pauser, leaver, gone]) await ask(event, { user: id })
    await buy(service, buyer.id, event, { Entry: 1 })
    await sql`update private.notification_choices set wanted = false where user_id = ${decliner.id} and type = 'alerts'`
    await sql`insert into private.notification_pauses (user_id, ends_at) values (${pauser.id}, now() + interval '1 day')`
    await call(service, 'drop_alert', { p_event: event.eventId, p_user: leaver.id }, z.unknown())
    await sql`update public.profiles set deactivated_at = now() where id = ${gone.id}`
    // The buyer of this order has no account but the address that asked.
    const guest = await confirmed(event)
    await sql`update public.orders set email = ${guest} where id in (
      select order_id from public.tickets where event_id = ${event.eventId})`
    await runJob()
    expect(await mailsOf(event)).toEqual([])
    // Nothing is caught up when the break is over.
    await sql`delete from private.notification_pauses where user_id = ${pauser.id}`
    await runJob()
    expect(await mailsOf(event)).toEqual([])
  })

  test('goes once to a person who asked as a member and with the address', async () => {
    const event = await createEvent(sql, { doorsIn: 96 })
    const { id, email } = await member()
    await ask(event, { user: id })
    await confirmed(event, email)
    await runJob()
    expect(await mailsOf(event)).toEqual([`alert_on_sale ${email}`])
  })

  test('waits for an address that is not confirmed, and goes when it is', async () => {
    const event = await createEvent(sql, { doorsIn: 96 })
    const id = await users.extra()
    await ask(event, { user: id })
    await runJob()
    expect(await mailsOf(event)).toEqual([])
    const [row] = await sql<{ email: string }[]>`select email from auth.users where id = ${id}`
    await openLink(await linkTo('address_confirm', id, { email: row?.email }))
    await runJob()
    expect(await mailsOf(event)).toEqual([`alert_on_sale ${row?.email}`])
  })
})

describe('the reminder', () => {
  /** An event that was on sale when everybody asked, two weeks ago; doors at an instant. */
  async function asked(doorsAt: string, more: { confirmedBefore?: string; saleBefore?: string } = {}) {
    const event = await createEvent(sql, { doorsIn: 96 })
    const email = await confirmed(event)
    const { id, email: memberEmail } = await member()
    await ask(event, { user: id })
    await sql`
      update public.events set doors_at = ${doorsAt}::timestamptz, starts_at = ${doorsAt}::timestamptz + interval '1 hour',
        ends_at = ${doorsAt}::timestamptz + interval '9 hours' where id = ${event.eventId}`
    await sql`
      update private.event_alerts set confirmed_at = ${doorsAt}::timestamptz - ${more.confirmedBefore ?? '14 days'}::interval,
        on_sale_at = ${doorsAt}::timestamptz - ${more.saleBefore ?? '7 days'}::interval where event_id = ${event.eventId}`
    return { event, email, memberEmail, id }
  }
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

  test('goes once, from 24 hours before the doors, to those without a ticket then', async () => {
    const { event, email, memberEmail, id } = await asked(inHours(24.05))
    await runJob()
    expect(await mailsOf(event)).toEqual([])
    await sql`update public.events set doors_at = doors_at - interval '6 minutes' where id = ${event.eventId}`
    await buy(service, id, event, { Entry: 1 })
    await runJob()
    await runJob()
    expect(await mailsOf(event)).toEqual([`alert_reminder ${email}`])
    // Moved by a day: the reminder was sent, and the member's ticket is given back.
    await sql`
      update public.events set doors_at = doors_at + interval '24 hours', starts_at = starts_at + interval '24 hours',
        ends_at = ends_at + interval '24 hours' where id = ${event.eventId}`
    await sql`select private.void_tickets(array_agg(id), 'refunded', false) from public.tickets where event_id = ${event.eventId}`
    await sql`select private.end_refunded_order(id) from public.orders where event_id = ${event.eventId}`
    await sql`update public.events set doors_at = now() + interval '20 hours' where id = ${event.eventId}`
    await runJob()
    expect(await mailsOf(event)).toEqual([`alert_reminder ${email}`])
    expect(memberEmail).not.toBe(email)
  })

  test.each([
    ['near the doors', inHours(5), {}],
    ['soon after the mail about the sale', inHours(23), { saleBefore: '30 hours' }],
    ['to who asked on the last day', inHours(23), { confirmedBefore: '23 hours 30 minutes' }],
  ])('does not go %s', async (_when, doorsAt, more) => {
    const { event } = await asked(doorsAt, more)
    await runJob()
    expect(await mailsOf(event)).toEqual([])
  })

  test('does not go when nothing is left to buy', async () => {
    const { event } = await asked(inHours(20))
    await sql`update public.capacity_pools set capacity = held + sold where event_id = ${event.eventId}`
    await runJob()
    expect(await mailsOf(event)).toEqual([])
  })

  test.each([
    ['forward', 23.5, 1],
    ['back', 24.5, 0],
  ])('counts 24 hours as they pass, also where the clocks go %s within them', async (way, hours, mails) => {
    const { event, email, memberEmail } = await asked(inHours(hours))
    /** The day of the year that a zone's rule names: from 0 on, a 29th of February is counted. */
    const yearDay = (days: number) => {
      const date = new Date(Date.now() + days * 86_400_000)
      const begin = Date.UTC(date.getUTCFullYear(), 0, 1)
      return Math.floor((date.getTime() - begin) / 86_400_000)
    }
    // A zone whose clocks change 12 hours from now: a day by its clocks is 23 or 25 hours long.
    const change = new Date(Date.now() + 12 * 3_600_000)
    const at = `${yearDay(0.5)}/${change.getUTCHours()}`
    const far = `${yearDay(180)}/2`
    const zone = way === 'forward' ? `AAA0BBB,${at},${far}` : `AAA0BBB,${far},${at}`
    await sql.begin(async (tx) => {
      await tx`select set_config('timezone', ${zone}, true)`
      const [day] = await tx<{ hours: number }[]>`
        select extract(epoch from (now() + interval '1 day') - now())::int / 3600 as hours`
      expect(day?.hours).toBe(way === 'forward' ? 23 : 25)
      await tx`select public.queue_alerts()`
    })
    const both = [`alert_reminder ${email}`, `alert_reminder ${memberEmail}`].sort()
    expect(await mailsOf(event)).toEqual(mails ? both : [])
  })
})

describe('once, whatever happens', () => {
  test('two sites run the job at the same time, again and again: each person gets one mail', async () => {
    const event = await soon()
    const emails = await Promise.all(Array.from({ length: 40 }, () => confirmed(event)))
    await openSale(event)
    const pool = users.connect(8)
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 8 }, () => pool`select public.queue_alerts()`))
    expect(await mailsOf(event)).toEqual(emails.map((email) => `alert_on_sale ${email}`).sort())
  })

  test('the same job without its lock queues nothing twice either: the outbox has one place for each', async () => {
    const event = await soon()
    const email = await confirmed(event)
    await openSale(event)
    await runJob()
    await sql`update private.event_alerts set on_sale_at = null where event_id = ${event.eventId}`
    await runJob()
    expect(await mailsOf(event)).toEqual([`alert_on_sale ${email}`])
  })

  test('a site that dies while it queues leaves no half: the next one queues all', async () => {
    const event = await soon()
    const emails = await Promise.all(Array.from({ length: 5 }, () => confirmed(event)))
    await openSale(event)
    const doomed = await users.connect(1).reserve()
    const [site] = await doomed<{ pid: number }[]>`select pg_backend_pid() as pid`
    await doomed`begin`
    await doomed`select public.queue_alerts()`
    // While this one holds its rows, another passes over them and neither waits nor queues them.
    await runJob()
    expect(await mailsOf(event)).toEqual([])
    await sql`select pg_terminate_backend(${site?.pid ?? 0})`
    const isGone = async () =>
      (await sql`select 1 from pg_stat_activity where pid = ${site?.pid ?? 0}`).length === 0
    await expect.poll(isGone).toBe(true)
    await runJob()
    expect(await mailsOf(event)).toEqual(emails.map((email) => `alert_on_sale ${email}`).sort())
  })
})

test('a mail that became pointless while it waited is not written', async () => {
  const event = await createEvent(sql, { doorsIn: 96 })
  const email = await confirmed(event)
  await runJob()
  const facts = async () => {
    const [row] = await sql<{ id: string }[]>`
      select id from private.mail_outbox where kind = 'alert_on_sale' and recipient = ${email}`
    return (await call(service, 'read_mail_facts', { p_mail: row?.id }, mailKinds.alert_on_sale.schema)).event
  }
  expect((await facts())?.id).toBe(event.eventId)
  await sql`update public.events set status = 'postponed' where id = ${event.eventId}`
  expect(await facts()).toBeNull()
  await sql`update public.events set status = 'published' where id = ${event.eventId}`
  await openLink(await linkTo('alert_end', (await alertOf(event, email))?.id ?? ''))
  expect(await facts()).toBeNull()
})

test('requests go with time: unconfirmed after 30 days, all of them 30 days after the event', async () => {
  const [event, past] = [await soon(), await createEvent(sql, { doorsIn: 96 })]
  const [kept, unconfirmed, old] = [await confirmed(event), freshEmail(), await confirmed(past)]
  await ask(event, { email: unconfirmed })
  await sql`update private.event_alerts set requested_at = now() - interval '31 days' where event_id = ${event.eventId}`
  await sql`
    update public.events set doors_at = now() - interval '33 days', starts_at = now() - interval '33 days', ends_at = now() - interval '31 days'
    where id = ${past.eventId}`
  await sql`select private.sweep_alerts()`
  expect([await alertOf(event, kept), await alertOf(event, unconfirmed), await alertOf(past, old)]).toEqual([
    expect.objectContaining({ status: 'active' }),
    undefined,
    undefined,
  ])
})

describe('following an artist', () => {
  let artist: { id: string; name: string }
  let guestId: string
  beforeAll(async () => {
    const name = `DJ ${randomUUID().slice(0, 8)}`
    const [row] = await sql<{ id: string }[]>`
      insert into public.artists ${sql({ slug: randomUUID(), name })} returning id`
    artist = { id: row?.id ?? '', name }
    guestId = await users.id('Gus')
  })

  /** An event with the artist, published an hour ago. */
  async function play(options: TestEventOptions = {}, names = [artist.name]): Promise<TestEvent> {
    const event = await createEvent(sql, { doorsIn: 96, ...options })
    await sql`
      update public.events set line_up = ${sql.json(names.map((name) => ({ name })))}, published_at = now() - interval '1 hour'
      where id = ${event.eventId}`
    return event
  }
  const announce = async () => {
    while ((await call(service, 'queue_follow_mails', {}, z.int())) > 0);
  }
  const toldOf = async ({ eventId }: TestEvent) => {
    const rows = await sql<{ recipient: string }[]>`
      select recipient from private.mail_outbox where kind = 'followed_event' and payload ->> 'eventId' = ${eventId} order by 1`
    return rows.map(({ recipient }) => recipient)
  }

  test('is for members; each follows and stops, and sees it in the settings', async () => {
    const mia = await users.id('Mia')
    expect((await refusal(follow(guestId, artist.id))).code).toBe('members_only')
    expect((await refusal(follow(mia, randomUUID()))).code).toBe('not_found')
    expect([await follow(mia, artist.id), await follow(mia, artist.id)]).toEqual(['requested', 'requested'])
    const read = async () => (await (await users.actingAs('Mia')).rpc('read_my_follows')).data
    expect(await read()).toEqual({ isConfirmed: false, follows: [{ id: artist.id, name: artist.name }] })
    expect((await (await users.actingAs('Mo')).from('follows').select()).data).toEqual([])
    expect(await follow(mia, artist.id, false)).toBe('ended')
    expect(await read()).toMatchObject({ follows: [] })
  })

  test('tells each follower once about an event that is new, by one job or by many', async () => {
    const followers = await Promise.all(Array.from({ length: 12 }, member))
    for (const { id } of followers) await follow(id, artist.id)
    const event = await play()
    const pool = users.connect(6)
    await Promise.all(Array.from({ length: 6 }, () => pool`select public.queue_follow_mails()`))
    await announce()
    expect(await toldOf(event)).toEqual(followers.map(({ email }) => email).sort())
    // Leaves out who follows afterwards: they know the event from its page.
    const late = await member()
    await follow(late.id, artist.id)
    await announce()
    expect(await toldOf(event)).not.toContain(late.email)
    const [row] = await sql<{ id: string }[]>`
      select id from private.mail_outbox where kind = 'followed_event' and payload ->> 'eventId' = ${event.eventId} limit 1`
    const facts = await call(service, 'read_mail_facts', { p_mail: row?.id }, mailKinds.followed_event.schema)
    expect(facts.followed).toMatchObject({
      names: [artist.name],
      event: { id: event.eventId },
    })
  })

  test.each<[string, TestEventOptions, string]>([
    ['unlisted', { visibility: 'unlisted' }, 'never'],
    ['a test', { isTest: true }, 'never'],
    ['a draft', { status: 'draft' }, 'never'],
    ['postponed', { status: 'postponed' }, 'never'],
    ['over', { doorsIn: -30 }, 'never'],
    ['for members', { visibility: 'members' }, 'once'],
  ])('an event that is %s', async (_what, options, times) => {
    const { id, email } = await member()
    await follow(id, artist.id)
    const event = await play(options)
    await announce()
    expect((await toldOf(event)).filter((to) => to === email)).toEqual(times === 'once' ? [email] : [])
  })

  test('tells nobody in the first minutes, who stopped, declined, paused or has an unconfirmed address', async () => {
    const [stopped, declined, paused] = [await member(), await member(), await member()]
    for (const { id } of [stopped, declined, paused]) await follow(id, artist.id)
    const unconfirmed = await users.extra()
    await follow(unconfirmed, artist.id)
    await follow(stopped.id, artist.id, false)
    expect(await openLink(await linkTo('follows_end', declined.id, { textVersion: 'test' }))).toBe(
      'follows_end',
    )
    await sql`insert into private.notification_pauses (user_id, ends_at) values (${paused.id}, now() + interval '1 day')`
    const event = await play()
    await sql`update public.events set published_at = now() - interval '9 minutes' where id = ${event.eventId}`
    await announce()
    expect(await toldOf(event)).toEqual([])
    await sql`update public.events set published_at = now() - interval '11 minutes' where id = ${event.eventId}`
    await announce()
    const told = await toldOf(event)
    expect(told.length).toBeGreaterThan(0)
    for (const { email } of [stopped, declined, paused]) expect(told).not.toContain(email)
    expect(
      await sql`select given, source from private.consents where user_id = ${declined.id} and type = 'follows' order by id`,
    ).toEqual([
      { given: true, source: 'event_page' },
      { given: false, source: 'mail' },
    ])
  })

  test('who follows two of a lineup is told once; a name added later is told to its own followers', async () => {
    const other = `MC ${randomUUID().slice(0, 8)}`
    const [row] = await sql<{ id: string }[]>`
      insert into public.artists ${sql({ slug: randomUUID(), name: other })} returning id`
    const [both, second] = [await member(), await member()]
    await follow(both.id, artist.id)
    await follow(both.id, row?.id ?? '')
    await follow(second.id, row?.id ?? '')
    const event = await play()
    await announce()
    const first = await toldOf(event)
    expect([first.filter((to) => to === both.email).length, first.includes(second.email)]).toEqual([1, false])
    await sql`update public.events set line_up = ${sql.json([{ name: artist.name }, { name: other }])} where id = ${event.eventId}`
    await announce()
    const now = await toldOf(event)
    expect([
      now.filter((to) => to === both.email).length,
      now.filter((to) => to === second.email).length,
    ]).toEqual([1, 1])
  })
})

test('no function of the API tells an address, or who waits, to anybody but its owner', async () => {
  const event = await soon()
  const email = await confirmed(event)
  const { id, email: memberEmail } = await member()
  await ask(event, { user: id })
  for (const name of ['visitor', 'Gus', 'Sid', 'Mia', 'Dex', 'Dot', 'Mo', 'Ada'] as const) {
    const client = await users.actingAs(name)
    const heard = await Promise.all([
      client.rpc('read_event_page', { p_id: event.eventId }),
      client.rpc('read_event_editor', { p_id: event.eventId }),
      client.rpc('list_staff_events', {}),
      client.rpc('read_my_follows'),
      client.schema('private').from('event_alerts').select(),
      client.schema('private').from('confirmed_addresses').select(),
      client.from('event_alerts').select(),
    ])
    const text = JSON.stringify(heard.map(({ data }) => data))
    expect([name, text.includes(email), text.includes(memberEmail)]).toEqual([name, false, false])
  }
})
