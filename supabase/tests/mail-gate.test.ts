import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { startedMailSchema } from '#features/mail/mail.types.ts'
import { createEvent } from './event-fixture.ts'
import { newMember } from './member.ts'
import { openTestUsers } from './test-users.ts'

/** Tests the gate that every message passes at the moment of sending. All within transactions that are rolled back. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(() => users.close())

class RollBack extends Error {}
async function inTransaction(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  const done = sql.begin(async (tx) => {
    await work(tx)
    throw new RollBack()
  })
  await expect(done).rejects.toThrow(RollBack)
}

const answerSchema = z.object({
  allowed: z.boolean(),
  rule: z.string(),
  retryAt: z.iso.datetime({ offset: true }).optional(),
})
type Answer = z.output<typeof answerSchema>
type Asked = { person: string | null; address: string | null; category: string; now: Date }

async function claim(tx: TransactionSql, { person, address, category, now }: Asked, ref = randomUUID()) {
  const [row] = await tx`
    select private.claim_send(${ref}, ${person}, ${address}, ${category}, 'email', ${now}) as answer`
  return answerSchema.parse(row?.answer)
}
async function ask(tx: TransactionSql, { person, address, category, now }: Asked) {
  const [row] =
    await tx`select private.may_send(${person}, ${address}, ${category}, 'email', ${now}) as answer`
  return answerSchema.parse(row?.answer)
}

/** Makes numbers from 0 to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const hour = 3_600_000
const day = 24 * hour
const zones = ['America/New_York', 'Asia/Tokyo', 'Pacific/Auckland', 'America/Port_of_Spain', null] as const
const scopes = ['all', 'marketing'] as const

/** One random person at a random time, as the test sees them; the database gets the same. */
function makeCase(random: () => number) {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
  const now = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 365 * 24 * 60) * 60_000)
  return {
    now,
    category: pick(['orders', 'event_changes', 'account', 'alerts', 'follows', 'community', 'new_events']),
    zone: pick(zones),
    isConfirmed: random() < 0.85,
    isDeactivated: random() < 0.1,
    wanted: pick([true, true, true, true, false, null]),
    pause: pick([null, null, null, -day, hour]),
    suppressions: scopes
      .filter(() => random() < 0.15)
      .map((scope) => ({ scope, endsIn: pick([null, -hour, hour]), isLifted: random() < 0.3 })),
    /** How long ago marketing was sent, in milliseconds. */
    sends: Array.from({ length: Math.floor(random() * 7) }, () => Math.floor(random() * 9 * day) + 1),
  }
}
type Case = ReturnType<typeof makeCase>

const hourIn = (zone: string, at: Date) =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(at))
const isMarketing = ({ category }: Case) => !['orders', 'event_changes', 'account'].includes(category)

/** Lists what speaks against sending, by rules written here for a second time. */
function objections(one: Case): string[] {
  const { now, zone, sends } = one
  const isHeld = (scope: string) =>
    one.suppressions.some((s) => s.scope === scope && !s.isLifted && (s.endsIn === null || s.endsIn > 0))
  const found = isHeld('all') ? ['dead'] : []
  if (!isMarketing(one)) return found
  const local = hourIn(zone ?? 'America/New_York', now)
  const checks: [string, boolean][] = [
    ['suppressed', isHeld('marketing')],
    ['deactivated', one.isDeactivated],
    ['no consent', one.wanted !== true],
    ['paused', one.pause !== null && one.pause > 0],
    ['unconfirmed', !one.isConfirmed],
    ['hours', one.category !== 'alerts' && (local < 9 || local >= 21)],
    ['cap', one.category !== 'alerts' && sends.filter((ago) => ago < 7 * day).length >= 4],
  ]
  return [...found, ...checks.flatMap(([name, isSo]) => (isSo ? [name] : []))]
}

async function store(tx: TransactionSql, id: string, email: string, one: Case): Promise<void> {
  const at = (ms: number) => new Date(one.now.getTime() + ms)
  await tx`update public.profiles set email_verified_at = ${one.isConfirmed ? one.now : null},
    deactivated_at = ${one.isDeactivated ? one.now : null} where id = ${id}`
  if (one.wanted !== null && isMarketing(one))
    await tx`insert into private.notification_choices (user_id, type, channel, wanted) values (${id}, ${one.category}, 'email', ${one.wanted})`
  if (one.pause !== null) await tx`insert into private.notification_pauses values (${id}, ${at(one.pause)})`
  if (one.zone) await tx`insert into private.recipient_zones (user_id, time_zone) values (${id}, ${one.zone})`
  for (const { scope, endsIn, isLifted } of one.suppressions)
    await tx`insert into private.mail_suppressions (address, scope, reason, ends_at, lifted_at, lift_reason) values (
      ${email}, ${scope}, 'manual', ${endsIn === null ? null : at(endsIn)}, ${isLifted ? one.now : null}, ${isLifted ? 'asked' : null})`
  for (const ago of one.sends)
    await tx`insert into private.marketing_sends (ref, address_key, category, at)
      values (${randomUUID()}, private.email_key(${email}), 'follows', ${at(-ago)})`
}

/** Sets the hours and the most in a week that the site begins with. */
const usualSettings = (tx: TransactionSql) => tx`
  update public.settings set marketing_from_hour = 9, marketing_until_hour = 21, marketing_per_week = 4`

describe('random people, categories and clocks', () => {
  test('no marketing without consent, outside the hours or above the cap; order mail unless the address is dead', async () => {
    const person = await newMember(stack, 'Gate')
    const random = numbers(20_261_127)
    const seen = new Map<string, number>()
    await inTransaction(async (tx) => {
      await usualSettings(tx)
      for (let turn = 0; turn < 400; turn++) {
        const one = makeCase(random)
        const asked = { person: person.id, address: null, category: one.category, now: one.now }
        await tx
          .savepoint(async (inner) => {
            await store(inner, person.id, person.email, one)
            const against = objections(one)
            const answer = await claim(inner, asked)
            expect(answer.allowed, JSON.stringify({ one, against, answer })).toBe(against.length === 0)
            await expectLater(inner, asked, answer)
            seen.set(answer.rule, (seen.get(answer.rule) ?? 0) + 1)
            throw new RollBack()
          })
          .catch((error: unknown) => {
            if (!(error instanceof RollBack)) throw error
          })
      }
    })
    // Each rule was met, so that none of them is true of nothing.
    expect(new Set(seen.keys())).toEqual(
      new Set([
        'capped',
        'consented',
        'dead_address',
        'deactivated',
        'no_consent',
        'paused',
        'quiet_hours',
        'requested',
        'suppressed',
        'transactional',
        'unconfirmed',
      ]),
    )
  })

  /** What only has to wait may be sent at the time that the answer names, or waits for another reason. */
  async function expectLater(tx: TransactionSql, asked: Asked, { rule, retryAt }: Answer): Promise<void> {
    expect(retryAt !== undefined).toBe(rule === 'quiet_hours' || rule === 'capped')
    if (!retryAt) return
    const later = await ask(tx, { ...asked, now: new Date(retryAt) })
    expect(later.rule).not.toBe(rule)
  }
})

test('parallel senders keep to the most in a week, and asking again for one message does not count it twice', async () => {
  const person = await newMember(stack, 'Cap')
  await sql`update public.profiles set email_verified_at = now() where id = ${person.id}`
  await sql`insert into private.notification_choices (user_id, type, channel, wanted) values (${person.id}, 'follows', 'email', true)`
  // At noon in the brand's zone, whatever time it is.
  const noon = new Date('2027-03-01T17:00:00Z')
  const asked = { person: person.id, address: null, category: 'follows', now: noon }
  const refs = Array.from({ length: 12 }, () => randomUUID())
  const [settings] = await sql<{ most: number }[]>`select marketing_per_week as most from public.settings`
  const answers = await Promise.all(refs.map((ref) => sql.begin((tx) => claim(tx, asked, ref))))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(settings?.most ?? 0)
  const first = refs[answers.findIndex(({ allowed }) => allowed)] ?? randomUUID()
  expect((await sql.begin((tx) => claim(tx, asked, first))).allowed).toBe(true)
  await sql`delete from private.marketing_sends where ref = any (${refs})`
})

test('an address without an account is written to once its owner confirmed, and not while it pauses', () =>
  inTransaction(async (tx) => {
    await usualSettings(tx)
    const email = `list-${randomUUID()}@example.com`
    const now = new Date('2027-03-01T17:00:00Z')
    const rule = async (category = 'new_events') =>
      (await ask(tx, { person: null, address: email, category, now })).rule
    expect([await rule('orders'), await rule()]).toEqual(['transactional', 'no_consent'])
    await tx`insert into private.subscriptions (email, text_version) values (${email}, 'test')`
    expect(await rule()).toBe('no_consent')
    await tx`update private.subscriptions set status = 'active' where email = ${email}`
    expect([await rule(), await rule('follows')]).toEqual(['consented', 'no_consent'])
    await tx`update private.subscriptions set paused_until = '2027-03-02' where email = ${email}`
    expect(await rule()).toBe('paused')
  }))

describe('a mail of the outbox', () => {
  /** Queues a mail to a member about an event that they follow. */
  async function queue(tx: TransactionSql, kind = 'followed_event') {
    const person = await newMember(stack, 'Fay')
    const event = await createEvent(sql, { doorsIn: 96 })
    await tx`update public.profiles set email_verified_at = now() where id = ${person.id}`
    await tx`insert into private.notification_choices (user_id, type, channel, wanted) values (${person.id}, 'follows', 'email', true)`
    const [mail] = await tx<{ id: string }[]>`
      insert into private.mail_outbox (kind, dedupe_key, recipient, subject_kind, subject_id, payload)
      values (${kind}, ${randomUUID()}, ${person.email}, 'account', ${person.id}, ${tx.json({ eventId: event.eventId })}) returning id`
    const id = mail?.id ?? ''
    return {
      id,
      person,
      start: async () =>
        startedMailSchema.parse((await tx`select public.start_mail(${id}) as mail`)[0]?.mail ?? null),
      state: async () =>
        (await tx`select status, send_rule, attempts from private.mail_outbox where id = ${id}`)[0],
    }
  }
  /** Closes the hours of sending around the present one. */
  async function closeHours(tx: TransactionSql): Promise<void> {
    const now = hourIn('America/New_York', new Date())
    const [from, until] = now >= 12 ? [0, 1] : [22, 24]
    await tx`update public.settings set marketing_from_hour = ${from}, marketing_until_hour = ${until}`
  }

  test('is skipped when its recipient changed their mind since, with the rule in the log', () =>
    inTransaction(async (tx) => {
      const { start, state, person } = await queue(tx)
      await tx`update private.notification_choices set wanted = false where user_id = ${person.id}`
      expect([await start(), await state()]).toEqual([
        null,
        { status: 'skipped', send_rule: 'no_consent', attempts: 0 },
      ])
      expect(await start(), 'once and for all').toBeNull()
    }))

  test('waits for the hours of sending, and is sent then', () =>
    inTransaction(async (tx) => {
      const { start, state } = await queue(tx)
      await closeHours(tx)
      const later = z.object({ againSeconds: z.int() }).parse(await start())
      expect(later.againSeconds).toBeLessThan((24 * hour) / 1000)
      expect(await state()).toEqual({ status: 'queued', send_rule: 'quiet_hours', attempts: 0 })
      await tx`update public.settings set marketing_from_hour = 0, marketing_until_hour = 24`
      expect(await start()).toMatchObject({ kind: 'followed_event' })
      expect(await state()).toEqual({ status: 'claimed', send_rule: 'consented', attempts: 1 })
    }))

  test('does not wait longer than anybody would want to read it', () =>
    inTransaction(async (tx) => {
      const late = await queue(tx)
      await tx`update private.mail_outbox set created_at = now() - interval '8 days' where id = ${late.id}`
      expect([await late.start(), await late.state()]).toEqual([
        null,
        { status: 'skipped', send_rule: 'expired', attempts: 0 },
      ])
      const full = await queue(tx)
      await tx`insert into private.marketing_sends (ref, address_key, category, at)
        select gen_random_uuid(), private.email_key(${full.person.email}), 'follows', now() from generate_series(1, 20)`
      await tx`update private.mail_outbox set created_at = now() - interval '1 day' where id = ${full.id}`
      expect([await full.start(), await full.state()]).toEqual([
        null,
        { status: 'skipped', send_rule: 'capped', attempts: 0 },
      ])
    }))

  test('takes no room in the week when there was nothing left to tell', () =>
    inTransaction(async (tx) => {
      const { id, start, state } = await queue(tx)
      const counted = async () =>
        (await tx`select count(*)::int as n from private.marketing_sends where ref = ${id}`)[0]?.n
      await start()
      expect(await counted()).toBe(1)
      await tx`select public.finish_mail(${id})`
      expect([await counted(), await state()]).toEqual([
        0,
        { status: 'skipped', send_rule: 'pointless', attempts: 1 },
      ])
    }))
})

describe('what mail providers say', () => {
  const note = (
    tx: TransactionSql,
    kind: string,
    address: string,
    { at = new Date(), refs = [], key = randomUUID() }: { at?: Date; refs?: string[]; key?: string } = {},
  ) =>
    tx`select public.record_mail_event('test', ${key}, ${kind}, ${refs}, ${address}, ${at}, '550 no such user') as is_new`
  const held = async (tx: TransactionSql, address: string) =>
    (
      await tx`select scope, reason, ends_at is null as forever from private.mail_suppressions
        where address_key = private.email_key(${address}) and lifted_at is null order by scope`
    ).map(({ scope, reason, forever }) => `${scope} ${reason}${forever ? '' : ' for now'}`)
  const asService = (tx: TransactionSql) => tx`set local request.jwt.claims = '{"role": "service_role"}'`

  test('one hard bounce ends all mail, one complaint marketing, three soft ones in two weeks marketing for a while', () =>
    inTransaction(async (tx) => {
      await asService(tx)
      const [dead, angry, full, slow] = ['dead', 'angry', 'full', 'slow'].map(
        (name) => `${name}-${randomUUID()}@example.com`,
      ) as [string, string, string, string]
      await note(tx, 'delivered', dead)
      expect(await held(tx, dead)).toEqual([])
      await note(tx, 'hard_bounce', dead)
      expect(await held(tx, dead)).toEqual(['all hard_bounce'])
      await note(tx, 'complaint', angry)
      expect(await held(tx, angry)).toEqual(['marketing complaint'])
      for (const ago of [13, 6]) await note(tx, 'soft_bounce', full, { at: new Date(Date.now() - ago * day) })
      expect(await held(tx, full)).toEqual([])
      await note(tx, 'soft_bounce', full)
      expect(await held(tx, full)).toEqual(['marketing soft_bounces for now'])
      for (const ago of [15, 6, 0])
        await note(tx, 'soft_bounce', slow, { at: new Date(Date.now() - ago * day) })
      expect(await held(tx, slow)).toEqual([])
      // A complaint makes it last, and a full mailbox does not end what a complaint began.
      await note(tx, 'complaint', full)
      for (let n = 0; n < 3; n++) await note(tx, 'soft_bounce', full)
      expect(await held(tx, full)).toEqual(['marketing complaint'])
    }))

  test('a message that comes again does nothing, and the mail it is about says how it ended', () =>
    inTransaction(async (tx) => {
      await asService(tx)
      const address = `twice-${randomUUID()}@example.com`
      const [mail] = await tx<{ id: string }[]>`
        insert into private.mail_outbox (kind, dedupe_key, recipient, status, provider_ref)
        values ('ticket_links', ${randomUUID()}, ${address}, 'sent', '250 Ok 010001-abc') returning id`
      const state = async () =>
        (await tx`select delivery from private.mail_outbox where id = ${mail?.id ?? ''}`)[0]?.delivery
      const key = randomUUID()
      const isNew = async (kind: string, refs: string[], of = randomUUID()) =>
        (await note(tx, kind, address, { refs, key: of }))[0]?.is_new
      expect(await isNew('delivered', ['010001-abc'])).toBe(true)
      expect(await state()).toBe('delivered')
      expect([
        await isNew('soft_bounce', [`<${mail?.id ?? ''}@jouvay.example>`], key),
        await isNew('soft_bounce', [`<${mail?.id ?? ''}@jouvay.example>`], key),
      ]).toEqual([true, false])
      expect(await state()).toBe('bounced')
      expect(await isNew('delivered', ['010001-abc'])).toBe(true)
      expect(await state()).toBe('bounced')
      for (const name of ['one', 'two']) expect([name, await isNew('soft_bounce', [])]).toEqual([name, true])
      expect(await held(tx, address)).toEqual(['marketing soft_bounces for now'])
    }))

  test('an admin lifts it with a reason, which is on record; nobody else, and not without', async () => {
    const address = `lift-${randomUUID()}@example.com`
    const [row] = await sql<{ id: string }[]>`
      insert into private.mail_suppressions (address, scope, reason) values (${address}, 'all', 'hard_bounce') returning id`
    const id = row?.id ?? ''
    const lift = async (who: 'Ada' | 'Mo' | 'Mia' | 'Dex', reason: string) => {
      const { data, error } = await (await users.actingAs(who)).rpc('lift_suppression', {
        p_id: id,
        p_reason: reason,
      })
      return error?.message ?? (data as unknown)
    }
    for (const who of ['Mo', 'Mia', 'Dex'] as const) expect(await lift(who, 'Called us')).toBe('not_allowed')
    expect(await lift('Ada', ' ')).toBe('invalid')
    expect([await lift('Ada', 'Called us'), await lift('Ada', 'Called us')]).toEqual([true, false])
    const logged =
      await sql`select facts ->> 'reason' as reason from private.audit_log where subject_id = ${id}`
    expect(logged).toEqual([{ reason: 'Called us' }])
    expect(await held(sql as unknown as TransactionSql, address)).toEqual([])
  })
})
