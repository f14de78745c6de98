import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { linkPurposes } from '#core/links.ts'
import { mailNames } from '#core/mail-names.ts'
import { notificationTypes } from '#core/notification-types.ts'
import { mailLogSchema, startedMailSchema } from '#features/mail/mail.types.ts'
import { isMailKind, mailKinds } from '#features/mail/mail-kinds.server.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { issueComp } from './comps.ts'
import { createEvent } from './event-fixture.ts'
import { buy, call, refusal } from './selling.ts'
import { openTestUsers } from './test-users.ts'

/** All within a transaction that is rolled back: the site's own worker may be claiming mail beside these tests. */
const users = openTestUsers(inject('stack'))
afterAll(() => users.close())

const kind = `test_${randomUUID().replaceAll(/[^a-f]/g, '')}`

class RollBack extends Error {}
async function inTransaction(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  const done = users.sql.begin(async (tx) => {
    await work(tx)
    throw new RollBack()
  })
  await expect(done).rejects.toThrow(RollBack)
}

async function queue(tx: TransactionSql, key: string): Promise<void> {
  await tx`insert into private.mail_kinds ${tx({ kind, subject_kind: 'none', stream: 'transactional' })} on conflict do nothing`
  await tx`insert into private.mail_outbox (kind, dedupe_key, recipient)
    values (${kind}, ${`${kind}:${key}`}, 'a@example.com') on conflict do nothing`
}
const ours = (tx: TransactionSql) => tx`select id::text from private.mail_outbox where kind = ${kind}`
const claimedSchema = z.array(
  z.object({ id: z.int(), key: z.string(), attempts: z.int(), lease: z.string() }),
)
/** Claims the jobs of this test's mails, the first of all that are due. */
async function claim(tx: TransactionSql) {
  await tx`update private.jobs set run_at = '-infinity' where kind = 'mail' and run_at <= now() and key in (${ours(tx)})`
  const [row] = await tx`select public.claim_jobs('{"mail": 100}') as jobs`
  const keys = new Set((await ours(tx)).map(({ id }) => id))
  return claimedSchema.parse(row?.jobs).filter(({ key }) => keys.has(key))
}
const start = async (tx: TransactionSql, id: string) =>
  startedMailSchema.parse((await tx`select public.start_mail(${id}) as mail`)[0]?.mail)
const finish = (tx: TransactionSql, job: z.output<typeof claimedSchema>[number], error: string | null) =>
  tx`select public.finish_jobs(${tx.json([{ id: job.id, lease: job.lease, error }])})`
const stateOf = (tx: TransactionSql, id: string) =>
  tx`select status, sent_at is not null as sent, attempts, last_error from private.mail_outbox where id = ${id}`

test('queued once per key, claimed once, sent once', () =>
  inTransaction(async (tx) => {
    for (const key of ['one', 'two', 'one']) await queue(tx, key)
    const [job, ...others] = await claim(tx)
    expect(others).toHaveLength(1)
    expect(await claim(tx)).toEqual([])
    if (!job) throw new Error('no job')
    expect(await start(tx, job.key)).toEqual({ kind, recipient: 'a@example.com' })
    await tx`select public.finish_mail(${job.key}, '250 Ok')`
    expect(await start(tx, job.key), 'its process ended before it reported the job').toBeNull()
    await finish(tx, job, 'said too late')
    expect(await stateOf(tx, job.key)).toEqual([
      { status: 'sent', sent: true, attempts: 1, last_error: null },
    ])
  }))

test('a failed mail is retried with a growing delay, eight times', () =>
  inTransaction(async (tx) => {
    await queue(tx, 'failing')
    const waits: number[] = []
    for (let attempt = 1; attempt <= 8; attempt++) {
      const [job] = await claim(tx)
      if (!job) throw new Error('no job')
      expect(job.attempts).toBe(attempt)
      await start(tx, job.key)
      await finish(tx, job, 'mailbox full')
      expect(await claim(tx)).toEqual([])
      expect(await stateOf(tx, job.key)).toEqual([
        {
          status: attempt < 8 ? 'queued' : 'failed',
          sent: false,
          attempts: attempt,
          last_error: 'mailbox full',
        },
      ])
      const [row] = await tx<{ wait: number }[]>`
        select extract(epoch from run_at - now())::int as wait from private.jobs where key = ${job.key} and parked_at is null`
      if (row) waits.push(row.wait)
      await tx`update private.jobs set run_at = '-infinity' where key = ${job.key}`
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3840])
    expect(await claim(tx)).toEqual([])
  }))

test('another worker sends a mail when the process of the first ended while it was being sent', () =>
  inTransaction(async (tx) => {
    await queue(tx, 'forgotten')
    const [job] = await claim(tx)
    await start(tx, job?.key ?? '')
    await tx`update private.jobs set run_at = now() - interval '1 second', leased_until = now() - interval '1 second' where key = ${job?.key ?? ''}`
    expect(await claim(tx)).toMatchObject([{ key: job?.key, attempts: 2 }])
    expect(await start(tx, job?.key ?? '')).toEqual({ kind, recipient: 'a@example.com' })
  }))

const message = (name = 'Zoe') => ({
  topic: 'Lost and found',
  name,
  email: `${randomUUID()}@example.com`,
  text: 'A red scarf.',
})
async function write(tx: TransactionSql, { topic, name, email, text }: ReturnType<typeof message>) {
  await tx`select public.queue_contact_message(${topic}, ${name}, ${email}, '', ${text})`
  return tx<{ id: string; recipient: string; payload: unknown }[]>`
    select id, recipient, payload from private.mail_outbox
    where kind = 'contact_message' and payload ->> 'email' = ${email}`
}

test("a contact message is queued for the brand's mailbox, and deleted once it is sent", () =>
  inTransaction(async (tx) => {
    await tx`update public.settings set contact_email = 'hi@jouvay.example'`
    const written = message()
    await write(tx, written)
    const [mail, ...others] = await write(tx, written)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      recipient: 'hi@jouvay.example',
      payload: { name: 'Zoe', message: 'A red scarf.' },
    })
    const id = mail?.id ?? ''
    const payload = async () =>
      (await tx`select payload from private.mail_outbox where id = ${id}`)[0]?.payload
    await tx`select public.start_mail(${id})`
    expect(await payload()).toEqual(expect.objectContaining({ message: 'A red scarf.' }))
    await tx`select public.finish_mail(${id})`
    expect(await payload()).toEqual({})
  }))

test.each([
  ['without a mailbox', null, message(), 'contact_closed'],
  ['with a line break in a name', 'hi@jouvay.example', message('Zoe\nBcc: all@example.com'), 'invalid'],
  ['of nothing', 'hi@jouvay.example', { ...message(), text: '' }, 'invalid'],
])('a message %s is refused', (_, mailbox, written, refusal) =>
  inTransaction(async (tx) => {
    await tx`update public.settings set contact_email = ${mailbox}`
    await expect(tx.savepoint((inner) => write(inner, written))).rejects.toThrow(refusal)
  }))

test.each([
  ['[{"label": "Instagram", "url": "https://instagram.com/jouvay"}]', true],
  ['[]', true],
  ['{}', false],
  ['[[]]', false],
  ['[{"label": "Instagram"}]', false],
  ['[{"label": "", "url": "https://a.example"}]', false],
  ['[{"label": "Bad", "url": "javascript:alert(1)"}]', false],
  ['[{"label": "Bad", "url": "https://a.example/\\"onclick"}]', false],
  [JSON.stringify(Array.from({ length: 9 }, () => ({ label: 'One', url: 'https://a.example' }))), false],
])('links of the brand are names with https addresses: %s', (links, taken) =>
  inTransaction(async (tx) => {
    const saved = tx.savepoint(
      (inner) => inner`update public.settings set social_links = ${links}::text::jsonb`,
    )
    await (taken ? saved : expect(saved).rejects.toThrow(/check constraint/))
  }))

test('the kinds of mail in the database and in the code are the same', async () => {
  const rows =
    await users.sql`select kind, subject_kind, notification_type, stream from private.mail_kinds order by kind`
  const declared = Object.entries(mailKinds).map(([kind, { subject, notification, stream }]) => ({
    kind,
    subject_kind: subject,
    notification_type: notification,
    stream,
  }))
  expect([...rows]).toEqual(declared.sort((a, b) => (a.kind < b.kind ? -1 : 1)))
  expect(Object.keys(mailNames).sort()).toEqual(declared.map(({ kind }) => kind).sort())
})

test('the types of notification in the database and in the code are the same, and marketing is a stream of its own', async () => {
  const types = await users.sql`select type from private.notification_types order by place`
  expect(types.map(({ type }) => type)).toEqual(notificationTypes)
  const mixed = await users.sql`
    select k.kind from private.mail_kinds k join private.notification_types t on t.type = k.notification_type
    where (k.stream = 'marketing') <> (t.kind = 'marketing')`
  expect(mixed).toEqual([])
  // The settings offer a switch for each: it has to switch something.
  const unused = await users.sql`
    select t.type from private.notification_types t
    where not exists (select 1 from private.mail_kinds k where k.notification_type = t.type)
      and not exists (select 1 from private.campaign_categories c where c.category = t.type)`
  expect(unused).toEqual([])
})

test('the purposes of links in the database and in the code are the same, and mails say how long they live', async () => {
  const rows = await users.sql<{ purpose: string; subject_kind: string; seconds: number }[]>`
    select purpose, subject_kind, extract(epoch from lifetime)::int as seconds from private.link_purposes order by purpose`
  const declared = await Promise.all(
    Object.entries(linkPurposes).map(async ([purpose, { subject, lifetime }]) => {
      const [row] = await users.sql<{ seconds: number }[]>`
        select extract(epoch from ${lifetime.replace(/^an? /, '1 ')}::interval)::int as seconds`
      return { purpose, subject_kind: subject, seconds: row?.seconds ?? 0 }
    }),
  )
  expect([...rows]).toEqual(declared.sort((a, b) => (a.purpose < b.purpose ? -1 : 1)))
})

test('each kind of mail finds what its schema declares', async () => {
  const event = await createEvent(users.sql)
  const { eventId } = event
  const { order } = await buy(users.service, await users.extra(), event, { Entry: 2 })
  const comp = await issueComp(users, event)
  const [place] = await users.sql<{ id: string }[]>`
    select id from private.comp_places where invitation_id = ${comp.id}`
  const mia = await users.id('Mia')
  const [account] = await users.sql<{ email: string }[]>`select email from auth.users where id = ${mia}`
  await inTransaction(async (tx) => {
    const [refund] = await tx<{ id: string }[]>`
      insert into public.refunds (order_id, payment_id, amount_cents, currency, kind, reason, status, void_tickets)
      select order_id, id, 100, currency, 'event_cancelled', 'test', 'approved', true
      from public.payments where order_id = ${order.orderId} returning id`
    const [alert] = await tx<{ id: string }[]>`
      insert into private.event_alerts (event_id, user_id, status, confirmed_at, text_version)
      values (${eventId}, ${mia}, 'active', now(), 'test') returning id`
    await tx`select private.save_notification_choice(${mia}, t, 'email', true, 'settings', 'test', null)
      from unnest(array['alerts', 'follows']) t`
    await tx`update public.events set line_up = '[{"name": "DJ Contract"}]' where id = ${eventId}`
    await tx`insert into public.artists (slug, name) values (${randomUUID()}, 'DJ Contract')`
    await tx`insert into public.follows (user_id, artist_id) select ${mia}, id from public.artists where name = 'DJ Contract'`
    const [change] = await tx<{ id: string }[]>`
      insert into public.event_changes (event_id, kind, refund_policy, previous_starts_at, starts_at, choice_ends_at)
      values (${eventId}, 'rescheduled', 'keep_or_refund', now(), now(), now()) returning id`
    const [invitation] = await tx<{ id: string }[]>`
      insert into private.staff_invitations (email, capability, event_id, invited_by, expires_at)
      values ('mail-kinds@example.com', 'scan', ${eventId}, ${await users.id('Ada')}, now() + interval '1 hour') returning id`
    const [transfer] = await tx<{ id: string }[]>`
      insert into private.ticket_transfers (ticket_id, from_person, from_name, from_email, to_email, expires_at)
      select id, id, 'Mia', 'mia@example.com', 'dre@example.com', now() + interval '1 hour'
      from public.tickets where order_id = ${order.orderId} limit 1 returning id`
    const [allocation] = await tx<{ id: string }[]>`
      insert into private.allocations (event_id, ticket_type_id, member_id, places, ends_at)
      select t.event_id, t.id, ${mia}, 3, now() + interval '1 day' from public.ticket_types t where t.event_id = ${eventId} limit 1
      returning id`
    const changed = { changeId: change?.id }
    const payloads: Record<string, Record<string, unknown>> = {
      ticket_changed: { change: 'reissued', ticketIds: [] },
      campaign_test: { subject: 'News', html: '<p>News</p>', text: 'News' },
      order_email_notice: { notice: 'moved_in' },
      event_moved: {
        was: {
          doorsAt: new Date().toISOString(),
          startsAt: new Date().toISOString(),
          endsAt: new Date().toISOString(),
          timeZone: 'America/New_York',
        },
        wasPlace: { venueName: 'The Loft', address: '', city: 'New York' },
      },
      event_postponed: changed,
      event_rescheduled: changed,
      event_undated: changed,
      received_ticket_news: { news: 'event_moved' },
      event_change_report: changed,
      followed_event: { eventId },
      order_refunded: { refundId: refund?.id },
      refund_declined: { refundId: refund?.id },
      refund_failed: { refundId: refund?.id, isLast: true },
      ticket_links: { orderIds: [order.orderId] },
      email_changed: { undoId: null },
      new_device: { userAgent: 'Firefox', at: new Date().toISOString(), timeZone: 'America/New_York' },
      second_factor_changed: { change: 'on', codesLeft: 10 },
      account_changed: { change: 'suspended', until: new Date().toISOString(), timeZone: 'America/New_York' },
      person_answer: { message: 'Did you find my jacket?', reply: 'Yes, at our office.' },
      moderation: { what: 'muted', until: new Date().toISOString(), timeZone: 'America/New_York' },
      stock_low: {
        variantId: randomUUID(),
        product: 'Road tee',
        variant: 'Bone / M',
        sku: 'TEE-BONE-M',
        left: 5,
        threshold: 5,
      },
      promoter_link: {
        name: 'Racer',
        eventPromoterId: randomUUID(),
        event: { id: eventId, slug: 'night', title: 'Night' },
        linkCode: 'RACER',
      },
      promoter_statement: { name: 'Racer', hasAccount: false, currency: 'USD', cents: 300 },
      promoter_paid: { name: 'Racer', hasAccount: false, currency: 'USD', cents: 300, reference: 'Cash' },
      free_tickets_approval: { eventId, title: 'Night', issuer: 'Ada', places: 3 },
      contact_message: { topic: 'Other', name: 'Zoe', email: 'zoe@example.com', order: null, message: 'Hi.' },
    }
    const [waitlisted] = await tx<{ id: string; about: Record<string, unknown> }[]>`
      insert into private.waitlist_entries (event_id, email, quantity, allows_partial, status)
      values (${eventId}, 'mail-kinds@example.com', 2, true, 'requested')
      returning id, (
        select jsonb_build_object('event', private.mail_event(e), 'quantity', 2, 'typeName', null) from public.events e
        where e.id = event_id) as about`
    const listed = {
      event: waitlisted?.about.event,
      typeName: 'Entry',
      holderName: 'Mia',
      currency: 'USD',
      returnsAt: new Date().toISOString(),
    }
    for (const name of ['return_listed', 'return_sold', 'return_unsold']) payloads[name] = listed
    const subjects = {
      none: null,
      order: order.orderId,
      account: mia,
      email_change: randomUUID(),
      subscription: randomUUID(),
      alert: alert?.id ?? '',
      invitation: invitation?.id ?? '',
      waitlist: waitlisted?.id ?? '',
      comp_place: place?.id ?? '',
      transfer: transfer?.id ?? '',
      allocation: allocation?.id ?? '',
    }
    for (const [name, { subject, schema }] of Object.entries(mailKinds)) {
      const [mail] = await tx<{ id: string }[]>`
        insert into private.mail_outbox ${tx({
          kind: name,
          dedupe_key: `${kind}:${name}`,
          recipient: account?.email ?? '',
          subject_kind: subject,
          subject_id: subjects[subject],
          payload: tx.json((payloads[name] ?? (subject === 'waitlist' ? waitlisted?.about : {})) as never),
        })} returning id`
      await tx`set local request.jwt.claims = '{"role": "service_role"}'`
      const [row] = await tx`select public.read_mail_facts(${mail?.id ?? ''}) as facts`
      expect(schema.safeParse(row?.facts).error, name).toBeUndefined()
    }
  })
})

test('the mail of a paid order has the codes of its tickets from the time they may be shown', async () => {
  const codesIn = async (doorsIn: number) => {
    const event = await createEvent(users.sql, { doorsIn })
    const { order } = await buy(users.service, await users.extra(), event, { Entry: 2 })
    const [mail] = await users.sql<{ id: string }[]>`
      select id from private.mail_outbox where subject_id = ${order.orderId} and kind = 'order_paid'`
    const { schema } = mailKinds.order_paid
    const { tickets } = await call(users.service, 'read_mail_facts', { p_mail: mail?.id }, schema)
    return tickets.flatMap((about) => about.tickets.map(({ code }) => code !== null))
  }
  expect(await codesIn(40)).toEqual([false, false])
  expect(await codesIn(1)).toEqual([true, true])
})

test('a mail is refused with another subject than its kind’s, or an unknown kind', () =>
  inTransaction(async (tx) => {
    const add = (kind: string, subject_kind: string, subject_id: string | null) =>
      tx.savepoint(
        (inner) =>
          inner`insert into private.mail_outbox ${inner({
            kind,
            subject_kind,
            subject_id,
            dedupe_key: randomUUID(),
            recipient: 'a@example.com',
          })}`,
      )
    await add('order_paid', 'order', randomUUID())
    await expect(add('order_paid', 'account', randomUUID())).rejects.toThrow(/foreign key/)
    await expect(add('order_paid', 'order', null)).rejects.toThrow(/check constraint/)
    await expect(add('horoscope', 'none', null)).rejects.toThrow(/foreign key/)
    expect(isMailKind('horoscope')).toBe(false)
  }))

test('one link per subject and purpose where the purpose says so, also when many are made at once; ended ones are swept', async () => {
  const { order } = await buy(users.service, await users.extra(), await createEvent(users.sql), { Entry: 1 })
  const hashes = Array.from({ length: 8 }, () => hashToken(makeToken()))
  await Promise.all(
    hashes.map((p_token_hash) =>
      users.service.rpc('add_link', { p_purpose: 'order_lookup', p_subject: order.orderId, p_token_hash }),
    ),
  )
  const links = () =>
    users.sql`select token_hash from private.one_time_links where subject_id = ${order.orderId}`
  expect(await links()).toHaveLength(1)
  await users.sql`
    update private.one_time_links set expires_at = now() - interval '8 days' where subject_id = ${order.orderId}`
  await users.sql`select private.sweep_links()`
  expect(await links()).toHaveLength(0)
})

test('no link is created to what was deleted, or for an unknown purpose', async () => {
  const add = (p_purpose: string) =>
    users.service.rpc('add_link', {
      p_purpose,
      p_subject: randomUUID(),
      p_token_hash: hashToken(makeToken()),
    })
  for (const purpose of Object.keys(linkPurposes))
    expect(await add(purpose)).toMatchObject({ data: null, error: null })
  expect((await add('horoscope')).error).not.toBeNull()
})

describe('the log of mails', () => {
  const list = async (args: Record<string, unknown>, who: Parameters<typeof users.actingAs>[0] = 'Ada') =>
    call(await users.actingAs(who), 'list_staff_mails', args, mailLogSchema)
  const ids = async (args: Record<string, unknown>) => (await list(args)).mails.map(({ id }) => id)
  const word = `log${randomUUID().slice(0, 8)}`
  const mail = async (more: Record<string, unknown>) => {
    const id = randomUUID()
    const row = {
      id,
      kind: 'contact_message',
      dedupe_key: id,
      recipient: `${word}@mail.example`,
      status: 'failed',
      attempts: 8,
    }
    await users.sql`insert into private.mail_outbox ${users.sql({ ...row, ...more })}`
    return id
  }

  test('finds by address, what the mail server said, kind, state, day and order, page by page', async () => {
    const [failed, sent, other] = [
      await mail({ last_error: '550 No such mailbox', created_at: '2031-03-01T12:00:00Z' }),
      await mail({
        recipient: `Jo.${word}@mail.example`,
        status: 'sent',
        sent_at: '2031-03-02T12:00:01Z',
        created_at: '2031-03-02T12:00:00Z',
        provider_ref: `250 2.0.0 Ok: queued as Q-${word}.77`,
      }),
      await mail({
        kind: 'stock_low',
        recipient: `someone-${word}x@mail.example`,
        created_at: '2031-03-03T12:00:00Z',
      }),
    ]
    expect(await ids({ p_search: word })).toEqual([other, sent, failed])
    expect(await ids({ p_search: `jo.${word}@MAIL.example` })).toEqual([sent])
    expect(await ids({ p_search: `Q-${word}.77` })).toEqual([sent])
    expect(await ids({ p_search: word, p_kind: 'stock_low' })).toEqual([other])
    expect(await ids({ p_search: word, p_show: 'failed' })).toEqual([other, failed])
    expect(await ids({ p_search: word, p_show: 'waiting' })).toEqual([])
    expect(await ids({ p_search: word, p_from: '2031-03-02', p_to: '2031-03-02' })).toEqual([sent])
    expect(await ids({ p_search: "%_\\'" })).not.toContain(sent)
    const first = await list({ p_search: word, p_limit: 2 })
    expect(first.mails.map(({ error, providerRef }) => [error, providerRef !== null])).toEqual([
      [null, false],
      [null, true],
    ])
    expect(await ids({ p_search: word, p_limit: 2, p_after: first.next })).toEqual([failed])
    await users.sql`delete from private.mail_outbox where id in (${failed}, ${sent}, ${other})`
  })

  test('of a person: to their address, about their account and about their orders', async () => {
    const owner = await users.extra()
    const { order } = await buy(users.service, owner, await createEvent(users.sql), { Entry: 1 })
    await users.sql`update auth.users set email = ${`${word}@own.example`} where id = ${owner}`
    const [toThem, aboutThem, others] = [
      await mail({ recipient: `${word}@OWN.example` }),
      await mail({
        kind: 'new_device',
        subject_kind: 'account',
        subject_id: owner,
        recipient: 'a@example.com',
      }),
      await mail({ recipient: `${word}2@own.example` }),
    ]
    const found = await list({ p_person: owner })
    expect(found.mails.map(({ id }) => id)).toEqual(expect.arrayContaining([toThem, aboutThem]))
    expect(found.mails.map(({ id }) => id)).not.toContain(others)
    expect(found.mails.find(({ kind: of }) => of === 'order_paid')).toMatchObject({ orderCode: order.code })
    expect(await ids({ p_search: order.code.toLowerCase() })).toHaveLength(1)
    await users.sql`delete from private.mail_outbox where id in (${toThem}, ${aboutThem}, ${others})`
  })

  test('is for admins alone', async () => {
    for (const who of ['Mo', 'Dot', 'Mia'] as const)
      expect((await refusal(list({}, who))).code, who).toBe('not_allowed')
    await expect(list({}, 'visitor')).rejects.toThrow('42501')
  })
})
