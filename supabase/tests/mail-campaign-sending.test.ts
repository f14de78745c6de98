import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { claimedRecipientsSchema } from '#features/mail/sending/campaign-send.types.ts'
import { createEvent } from './event-fixture.ts'
import { newMember } from './member.ts'
import { rolledBack } from './rolled-back.ts'
import { openTestUsers } from './test-users.ts'

/**
 * Campaigns from their start to their end, on a clock of the test: noon in New York, at which marketing may be sent. All within
 * transactions that are rolled back: the site's own worker sends what it finds.
 */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(() => users.close())

const noon = new Date('2030-06-04T16:00:00Z')
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const snapshot = {
  version: 1,
  kind: 'marketing',
  subject: 'Hello',
  subjectB: null,
  html: '<p>Hello</p>',
  text: 'Hello',
  links: ['https://example.com/one', 'https://example.com/two'],
  replyTo: null,
}

type Options = { people: number; subjectB?: string; testShareBps?: number; holdOutBps?: number }
type Run = {
  tx: TransactionSql
  id: string
  /** Claims as a worker of this token. */
  claim(token: string, at?: Date, most?: number): Promise<z.output<typeof claimedRecipientsSchema>>
  finish(
    token: string,
    results: { id: string; outcome: string; error?: string }[],
    at?: Date,
  ): Promise<unknown>
  hand(token: string, ids: string[]): Promise<string[]>
  tend(at: Date): Promise<unknown>
  counts(): Promise<Record<string, number>>
  state(): Promise<string>
}

/** Starts a campaign to so many addresses of the mailing list, and hands it to the test. */
async function campaign(options: Options, work: (run: Run) => Promise<void>): Promise<void> {
  const { eventId } = await createEvent(sql, { doorsIn: 96 })
  const send = async (tx: TransactionSql) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    const mark = randomUUID().slice(0, 8)
    await tx`
      insert into private.subscriptions (email, status, text_version, confirmed_at)
      select format('to%s-%s@example.com', n, ${mark}::text), 'active', 't', now() from generate_series(1, ${options.people}::int) n`
    // Only the addresses of this test asked for the alerts of its event.
    await tx`
      insert into private.event_alerts (event_id, email, status, text_version, confirmed_at)
      select ${eventId}, s.email, 'active', 't', now() from private.subscriptions s where s.email like ${`to%-${mark}@example.com`}`
    const audience = { match: 'all', conditions: [{ kind: 'alert', is: true, event: eventId }] }
    const [row] = await tx<{ id: string }[]>`
      insert into private.campaigns (name, subject, subject_b, test_share_bps, hold_out_bps, state, send_at, audience)
      values ('Test', 'Hello', ${options.subjectB ?? ''}, ${options.testShareBps ?? 0}, ${options.holdOutBps ?? 0}, 'scheduled', ${noon},
        ${tx.json(audience)})
      returning id`
    const id = row?.id ?? ''
    await tx`update private.campaign_pace set tokens = 1000, per_second = 1000, hour_count = 0, per_hour = 100000, refilled_at = now() where only_row`
    const [started] =
      await tx`select public.start_campaign(${id}, 1, ${tx.json(snapshot)}, ${noon}) as outcome`
    expect(started?.outcome).toBe('started')
    await work({
      tx,
      id,
      claim: async (token, at = noon, most = 200) => {
        const [claimed] = await tx`select public.claim_recipients(${id}, ${token}, ${most}, ${at}) as answer`
        return claimedRecipientsSchema.parse(claimed?.answer)
      },
      finish: (token, results, at = noon) =>
        tx`select public.finish_recipients(${token}, ${tx.json(results)}, ${at})`,
      hand: async (token, ids) => {
        const [handed] = await tx`select public.hand_recipients(${token}, ${ids}) as ids`
        return z.array(z.string()).parse(handed?.ids)
      },
      tend: (at) => tx`select public.tend_campaigns(${at})`,
      counts: async () => {
        const rows = await tx<{ status: string; count: number }[]>`
          select status, count(*)::int as count from private.campaign_recipients where campaign_id = ${id} group by 1`
        return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
      },
      state: async () => {
        const [found] = await tx<{ state: string }[]>`select state from private.campaigns where id = ${id}`
        return found?.state ?? ''
      },
    })
  }
  await rolledBack(users, 'Sid', send, 'read committed')
}

const idsOf = ({ recipients }: z.output<typeof claimedRecipientsSchema>) => recipients.map(({ id }) => id)
const all = (ids: string[], outcome: string) => ids.map((id) => ({ id, outcome, error: outcome }))

test('each mailbox has one row, is claimed by one worker, and the campaign ends when all were sent', () =>
  campaign({ people: 5 }, async ({ id, tx, claim, hand, finish, tend, counts, state }) => {
    expect(await counts()).toEqual({ queued: 5 })
    const [again] = await tx`select public.start_campaign(${id}, 1, '{}', ${noon}) as outcome`
    expect(again?.outcome).toBe('not_due')
    const [one, two] = [randomUUID(), randomUUID()]
    const first = idsOf(await claim(one, noon, 3))
    const second = idsOf(await claim(two))
    expect([first.length, second.length]).toEqual([3, 2])
    expect(new Set([...first, ...second]).size).toBe(5)
    // Another worker's rows are not handed over, whatever it asks.
    expect(await hand(two, first)).toEqual([])
    expect((await hand(one, first)).toSorted()).toEqual(first.toSorted())
    expect(await hand(one, first)).toEqual([])
    await hand(two, second)
    await finish(one, all(first, 'sent'))
    await tend(new Date())
    expect(await state()).toBe('sending')
    await finish(two, all(second, 'sent'))
    await tend(new Date())
    expect(await state()).toBe('sent')
    expect(await counts()).toEqual({ sent: 5 })
  }))

test('a worker that is gone: what it handed over counts as sent and unconfirmed, the rest is sent by another', () =>
  campaign({ people: 4 }, async ({ tx, id, claim, hand, tend, counts }) => {
    const gone = randomUUID()
    const ids = idsOf(await claim(gone))
    await hand(gone, ids.slice(0, 1))
    await tend(new Date())
    expect(await counts()).toEqual({ claimed: 4 })
    await tx`update private.campaign_recipients set claimed_until = now() - interval '1 second' where campaign_id = ${id}`
    await tend(new Date())
    expect(await counts()).toEqual({ sent: 1, queued: 3 })
    const [row] = await tx`select reason from private.campaign_recipients where id = ${ids[0] ?? ''}`
    expect(row?.reason).toBe('unconfirmed')
    // What it reports now, or hands over, changes nothing.
    expect(await hand(gone, ids)).toEqual([])
    expect(idsOf(await claim(randomUUID()))).toHaveLength(3)
  }))

test('the gate is asked at the claim: who left since is skipped with the reason, quiet hours wait', () =>
  campaign({ people: 3 }, async ({ tx, id, claim, counts }) => {
    await tx`
      update private.subscriptions set status = 'ended' where id = (
        select subscription_id from private.campaign_recipients where campaign_id = ${id} order by id limit 1)`
    const night = after(12 * 60)
    await tx`update public.settings set marketing_from_hour = 9, marketing_until_hour = 21 where true`
    expect(idsOf(await claim(randomUUID(), night))).toEqual([])
    expect(await counts()).toEqual({ queued: 2, skipped: 1 })
    const reasons = await tx`
      select reason, count(*)::int as count from private.campaign_recipients where campaign_id = ${id} group by 1 order by 1`
    expect(reasons).toEqual([
      { reason: 'no_consent', count: 1 },
      { reason: 'quiet_hours', count: 2 },
    ])
    expect(idsOf(await claim(randomUUID(), after(24 * 60)))).toHaveLength(2)
  }))

test('paused and stopped campaigns hand over nothing; resumed ones go on with the rest alone', () =>
  campaign({ people: 4 }, async ({ tx, id, claim, hand, finish, counts }) => {
    const token = randomUUID()
    const ids = idsOf(await claim(token, noon, 2))
    const move = (to: string, as: string) =>
      tx`select private.move_campaign(c, ${to}, ${as}) from private.campaigns c where c.id = ${id}`
    await hand(token, ids.slice(0, 1))
    await move('paused', 'manager')
    expect(await hand(token, ids)).toEqual([])
    expect(await claim(randomUUID())).toMatchObject({ isSending: false, recipients: [] })
    await finish(token, [
      { id: ids[0] ?? '', outcome: 'sent' },
      { id: ids[1] ?? '', outcome: 'released' },
    ])
    await move('sending', 'manager')
    const rest = idsOf(await claim(token))
    expect(rest).toHaveLength(3)
    expect(rest).not.toContain(ids[0])
    await finish(token, all(rest.slice(0, 2), 'sent'))
    await finish(token, all(rest.slice(2), 'later'))
    await move('cancelled', 'manager')
    expect(await counts()).toEqual({ sent: 3, cancelled: 1 })
  }))

test('a campaign pauses by itself after too many errors, and counts anew when it is resumed', () =>
  campaign({ people: 40 }, async ({ tx, id, claim, finish, state, counts }) => {
    const token = randomUUID()
    const ids = idsOf(await claim(token))
    await finish(token, all(ids.slice(0, 10), 'refused'))
    expect(await state()).toBe('sending')
    await finish(token, all(ids.slice(10, 11), 'refused'))
    expect(await state()).toBe('paused')
    const [row] = await tx`select paused_reason from private.campaigns where id = ${id}`
    expect(row?.paused_reason).toMatch(/^11 /)
    expect(await counts()).toMatchObject({ bounced_hard: 11 })
  }))

test('tried again at growing pauses, and given up in the end', () =>
  campaign({ people: 1 }, async ({ claim, finish, counts }) => {
    let at = noon
    for (let count = 0; count < 6; count++) {
      const token = randomUUID()
      const ids = idsOf(await claim(token, at))
      expect(ids, String(count)).toHaveLength(1)
      await finish(token, all(ids, 'later'), at)
      if (count < 5) expect(idsOf(await claim(randomUUID(), at))).toEqual([])
      at = new Date(at.getTime() + 20 * 60_000)
    }
    expect(await counts()).toEqual({ skipped: 1 })
  }))

test('a mail server that is out of reach for half an hour stops the campaign; one answer in between does not', () =>
  campaign({ people: 2 }, async ({ claim, finish, tend, state }) => {
    const down = async (minute: number, outcome = 'down') => {
      const token = randomUUID()
      const ids = idsOf(await claim(token, after(minute)))
      await finish(token, all(ids.slice(0, 1), outcome), after(minute))
      await finish(token, all(ids.slice(1), 'down'), after(minute))
      await tend(after(minute))
    }
    await down(0)
    await down(20)
    expect(await state()).toBe('sending')
    await down(25, 'later')
    await down(35)
    expect(await state()).toBe('sending')
    await down(70)
    expect(await state()).toBe('failed')
  }))

test('two subjects on a share, nothing for the hold-out, the rest after the decision with the better one', () =>
  campaign({ people: 400, subjectB: 'Hi', testShareBps: 2000, holdOutBps: 1000 }, async (run) => {
    const { tx, id, claim, finish, hand, tend, counts } = run
    const token = randomUUID()
    const tried = (await claim(token)).recipients
    const subjects = Map.groupBy(tried, ({ subject }) => subject)
    expect(tried.length).toBeGreaterThan(50)
    expect(tried.length).toBeLessThan(115)
    for (const side of ['a', 'b'] as const) expect(subjects.get(side)?.length).toBeGreaterThan(15)
    const ids = tried.map((one) => one.id)
    await hand(token, ids)
    await finish(token, all(ids, 'sent'))
    expect(idsOf(await claim(randomUUID(), after(10)))).toEqual([])
    for (const one of subjects.get('b')?.slice(0, 5) ?? [])
      await tx`select public.follow_campaign_link(${one.id}, 0, false, ${after(30)})`
    await tend(after(4 * 60 + 1))
    const rest = (await claim(randomUUID(), after(4 * 60 + 1))).recipients
    expect(rest.length).toBeGreaterThan(0)
    expect(new Set(rest.map(({ subject }) => subject))).toEqual(new Set(['b']))
    const held = (await counts()).held_out ?? 0
    expect(held).toBeGreaterThan(15)
    expect(held).toBeLessThan(70)
    const [figures] = await tx`select private.campaign_figures(${id}) as f`
    expect(figures?.f).toMatchObject({ recipients: 400, heldOut: held, clicked: 5 })
  }))

test('a link leads where the campaign says and nowhere else; clicks of scanners count nowhere', () =>
  campaign({ people: 2 }, async ({ tx, claim, hand, finish, id }) => {
    const token = randomUUID()
    const ids = idsOf(await claim(token))
    await hand(token, ids)
    await finish(token, all(ids, 'sent'))
    const follow = async (link: number, isScanner: boolean, at: Date) => {
      const [row] =
        await tx`select public.follow_campaign_link(${ids[0] ?? ''}, ${link}, ${isScanner}, ${at}) as url`
      return row?.url
    }
    expect(await follow(1, false, new Date(noon.getTime() + 2000))).toBe('https://example.com/two')
    expect(await follow(1, true, after(9))).toBe('https://example.com/two')
    expect(await follow(2, false, after(9))).toBeNull()
    const clicked = () =>
      tx`select 1 from private.campaign_recipients where campaign_id = ${id} and clicked_at is not null`
    expect(await clicked()).toHaveLength(0)
    await follow(0, false, after(9))
    expect(await clicked()).toHaveLength(1)
  }))

test('the link at the end takes the address off the list at once, with a row of the ledger; its page changes nothing', () =>
  campaign({ people: 1 }, async ({ tx, id, claim }) => {
    const [recipient] = (await claim(randomUUID())).recipients
    const row = recipient?.id ?? ''
    const given = () => tx`
      select c.given from private.consents c join private.campaign_recipients r on r.subscription_id = c.user_id
      where r.campaign_id = ${id} order by c.id`
    await tx`select public.read_campaign_end(${row})`
    expect(await given()).toEqual([])
    for (let count = 0; count < 2; count++) await tx`select public.end_campaign_mails(${row})`
    expect(await given()).toEqual([{ given: false }])
    const [read] = await tx`select public.read_campaign_end(${row}) as page`
    expect(read?.page).toEqual({ address: 't•••@e•••.com', isEnded: true })
  }))

test('what a provider says is written to the recipient; two complaints pause the campaign', () =>
  campaign({ people: 3 }, async ({ tx, id, claim, hand, finish, counts, state }) => {
    const token = randomUUID()
    const ids = idsOf(await claim(token))
    await hand(token, ids)
    await finish(token, all(ids, 'sent'))
    const say = (kind: string, recipient: string | undefined) => tx`
      insert into private.mail_events (provider, event_key, kind, ref, address, at)
      values ('test', ${randomUUID()}, ${kind}, ${recipient ?? ''}, 'x@example.com', now())`
    await say('delivered', ids[0])
    await say('hard_bounce', ids[1])
    await say('complaint', ids[2])
    expect(await counts()).toEqual({ delivered: 1, bounced_hard: 1, complained: 1 })
    expect(await state()).toBe('sending')
    await say('complaint', ids[0])
    expect(await state()).toBe('paused')
    expect(id).toBeTruthy()
  }))

test('nobody but the server starts, claims or finishes; results are for admins', async () => {
  for (const who of ['Ada', 'Mo', 'Mia', 'visitor'] as const) {
    const client = await users.actingAs(who)
    for (const [name, args] of [
      ['start_campaign', { p_id: randomUUID(), p_version: 1, p_snapshot: {} }],
      ['claim_recipients', { p_campaign: randomUUID(), p_claim: randomUUID() }],
      ['hand_recipients', { p_claim: randomUUID(), p_ids: [] }],
      ['finish_recipients', { p_claim: randomUUID(), p_results: [] }],
      ['tend_campaigns', {}],
      ['follow_campaign_link', { p_recipient: randomUUID(), p_link: 0, p_is_scanner: false }],
      ['end_campaign_mails', { p_recipient: randomUUID() }],
    ] as const)
      expect((await client.rpc(name, args)).error, `${who} ${name}`).not.toBeNull()
    const read = await client.rpc('read_campaign_results', { p_id: randomUUID() })
    if (who === 'Ada') expect(read).toMatchObject({ error: null, data: null })
    else expect(read.error, who).not.toBeNull()
  }
})

test('orders within five days of the mail are its revenue, those of the held-out beside it, later ones neither', () =>
  campaign({ people: 1 }, async ({ tx, id, claim, hand, finish }) => {
    const member = await newMember(stack, 'Rev')
    const token = randomUUID()
    const ids = idsOf(await claim(token))
    await hand(token, ids)
    await finish(token, all(ids, 'sent'))
    const order = async (email: string, paidAt: Date, cents: number) => tx`
      insert into public.orders (code, status, email, name, currency, face_cents, fee_cents, tax_cents, total_cents, terms_accepted_at,
        terms_version, paid_at, owner_id)
      select translate(upper(left(md5(${email + cents}), 8)), '01OIL', 'XYZKM'), 'paid', ${email}, 'Rev', 'USD', ${cents}, 0, 0, ${cents}, now(),
        't', ${paidAt}, ${member.id}`
    const [row] = await tx<
      { address: string }[]
    >`select address from private.campaign_recipients where campaign_id = ${id}`
    await tx`
      insert into private.campaign_recipients (campaign_id, address_key, address, variant, status)
      values (${id}, 'held@example.com', 'held@example.com', 'hold_out', 'held_out')`
    await order(row?.address ?? '', after(60), 2000)
    await order(row?.address ?? '', after(6 * 24 * 60), 4000)
    await order('held@example.com', after(120), 1000)
    const [money] = await tx`select private.campaign_money(${id}) as m`
    expect(money?.m).toEqual({ cents: 2000, orders: 1, buyers: 1, heldOutCents: 1000, heldOutBuyers: 1 })
    const effectOf = async (sent: number, heldOut: number, cents: number) => {
      const [row] =
        await tx`select private.campaign_effect(${tx.json({ sent, heldOut })}, ${tx.json({ cents, heldOutCents: 5000 })}) as e`
      return row?.e as unknown
    }
    expect(await effectOf(900, 100, 90_000)).toEqual({
      eachCents: 100,
      heldOutEachCents: 50,
      extraCents: 45_000,
    })
    expect(await effectOf(900, 100, 9000)).toEqual({ eachCents: 10, heldOutEachCents: 50, extraCents: 0 })
    expect(await effectOf(900, 0, 90_000)).toBeNull()
  }))

test('an account that is erased takes its address along; its row stays for the counts', () =>
  campaign({ people: 1 }, async ({ tx, id, counts }) => {
    const member = await newMember(stack, 'Era')
    await tx`
      insert into private.campaign_recipients (campaign_id, address_key, address, person_id, variant, status)
      values (${id}, ${member.email}, ${member.email}, ${member.id}, 'a', 'queued')`
    await tx`delete from auth.users where id = ${member.id}`
    expect(await counts()).toEqual({ queued: 1, cancelled: 1 })
    const rows =
      await tx`select 1 from private.campaign_recipients r where r.campaign_id = ${id} and r::text ilike ${`%${member.email}%`}`
    expect(rows).toEqual([])
  }))
