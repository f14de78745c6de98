import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { TransactionSql } from 'postgres'
import { afterAll, describe, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { type AuditLog, auditLogSchema } from '#features/operations/audit/audit.types.ts'
import { signAddress } from '#server/sign-address.server.ts'
import { createEvent } from './event-fixture.ts'
import { brokenRules } from './invariants.ts'
import { withLockTimeout } from './lock-timeout.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Says what the audit log holds: a row for every write of staff, with before and after; nobody changes or deletes one. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql, service } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

type Filters = Record<string, unknown>
const list = async (filters: Filters = {}, who: Name | 'visitor' = 'Ada'): Promise<AuditLog> =>
  call(await users.actingAs(who), 'list_audit', filters, auditLogSchema)
const done = z.unknown()

/**
 * Functions of the API that write and leave no row in the audit log, by the reason why. A new one that is not here has to call
 * `private.audit` or `private.audit_change`.
 */
const unlogged: Record<string, readonly string[]> = {
  'people do it with what is their own': [
    'begin_playback',
    'renew_playback',
    'end_playback',
    'hold_stream_pass',
    'set_stream_reminder',
    'mark_notifications_read',
    'react_to_post',
    'edit_post',
    'delete_post',
    'create_post',
    'create_comment',
    'follow_person',
    'block_person',
    'open_appeal',
    'show_in_company',
    'report_post',
    'send_chat_message',
    'report_chat_message',
    'apply_code',
    'ask_alert',
    'ask_goods_shipping',
    'ask_own_refund',
    'ask_own_return',
    'ask_refund_by_link',
    'ask_return_by_link',
    'begin_payment',
    'cancel_goods_by_link',
    'cancel_own_goods',
    'change_cart',
    'choose_event_change',
    'claim_comp',
    'confirm_subscription',
    'confirm_waitlist',
    'decline_comp',
    'drop_alert',
    'drop_code',
    'end_session',
    'end_subscription',
    'follow',
    'forget_code',
    'hand_on_place',
    'hold_items',
    'join_waitlist',
    'leave_waitlist',
    'move_own_unclaimed',
    'move_unclaimed_by_link',
    'name_comp_guest',
    'note_device',
    'pause_notifications',
    'place_order',
    'queue_contact_message',
    'queue_email_change',
    'queue_factor_confirmation',
    'queue_password_reset',
    'queue_ticket_links',
    'record_proof',
    'refund_own_unclaimed',
    'refund_unclaimed_by_link',
    'release_hold',
    'take_totp_code',
    'request_subscription',
    'save_notifications',
    'save_privacy',
    'set_avatar',
    'set_delivery',
    'start_checkout',
    'take_allocated_place',
    'take_back_place',
    'take_waitlist_offer',
    'unlock_code',
    'unlock_event',
    'use_alert_link',
    'save_mail_preferences',
    'pause_mail',
    'note_time_zone',
    'withdraw_own_refund',
    'withdraw_refund_by_link',
  ],
  'the server does it by itself: jobs, reports of providers and devices, counters': [
    'report_ingest',
    'report_replay',
    'run_pass_refund',
    'run_stream_clock',
    'purge_posts',
    'store_link_preview',
    'add_link',
    'add_wallet_pass',
    'apply_dispute_event',
    'store_mux_recording',
    'apply_payment_event',
    'apply_refund_event',
    'check_writable',
    'claim_jobs',
    'renew_job',
    'start_mail',
    'record_mail_event',
    'start_refund',
    'claim_open_disputes',
    'claim_open_payments',
    'consume_limit',
    'record_click',
    'mature_commission',
    'note_referral',
    'delete_inactive_guests',
    'drop_pass_device',
    'expire_conversations',
    'expire_refused_scans',
    'check_out_ended',
    'finish_jobs',
    'finish_mail',
    'start_campaign',
    'tend_campaigns',
    'claim_recipients',
    'hand_recipients',
    'finish_recipients',
    'follow_campaign_link',
    'end_campaign_mails',
    'finish_pass_push',
    'mark_visible_passes',
    'number_receipts',
    'queue_alerts',
    'queue_follow_mails',
    'queue_digests',
    'announce_streams',
    'queue_reminders',
    'remind_of_allocations',
    'record_refund',
    'record_views',
    'refund_limit',
    'register_pass_device',
    'reset_limit',
    'retry_parked_events',
    'reveal_venues',
    'run_event_changes',
    'retry_changed_order',
    'run_goods_jobs',
    'run_waitlist',
    'settle_guest_lists',
    'store_payment_ref',
    'sweep',
    'sweep_waitlists',
  ],
  'scans have a log of their own, public.scans, as append-only as this one': [
    'admit_group',
    'check_in',
    'look_up_ticket',
  ],
  'a device says how it does, for door managers to read': ['read_door_pack', 'report_door_device'],
  'an event’s first pack makes its salt': ['read_pickup_pack'],
  'clicks have a log of their own, public.door_clicks, as append-only as this one': ['store_clicks'],
  'drafts and saved filters are their owner’s alone: nobody else sees them, and nothing depends on them': [
    'delete_view',
    'discard_event_draft',
    'save_event_draft',
    'save_view',
  ],
  'what somebody asks the assistant is their own: nobody else reads it': [
    'ask_guide',
    'store_answer',
    'rate_answer',
    'ask_person',
    'draft_act',
    'take_draft',
    'finish_draft',
    'delete_conversation',
  ],
  'versions of a draft say who changed it last, and every state after it is logged': [
    'note_campaign_links',
    'save_campaign',
    'save_campaign_audience',
    'send_campaign_test',
  ],
  'they store figures or the number of a receipt that a read needs, or nothing stays of what they write': [
    'check_dispute_evidence',
    'preview_merge',
    'preview_sale_change',
    'read_analytics_dashboard',
    'read_events_report',
    'read_overview_report',
    'read_sources_report',
    'read_funnel_report',
    'read_retention_report',
    'read_shop_report',
    'read_receipt',
    'read_receipt_by_link',
  ],
}

test('every function that writes leaves a row, or is on the list with a reason', async () => {
  const rows = await sql<{ name: string; volatile: boolean; body: string }[]>`
    select n.nspname || '.' || p.proname as name, p.provolatile = 'v' as volatile, p.prosrc as body
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`
  const calls = new Map(
    rows.map(({ name, body }) => {
      const code = body.replaceAll(/--[^\n]*/g, '')
      const named = [...code.matchAll(/\b((?:public|private)\.\w+)\s*\(/g)].flatMap(
        ([, called = '']) => called,
      )
      return [name, code.includes('insert into private.audit_log') ? [...named, 'private.audit'] : named]
    }),
  )
  function reaches(name: string, seen = new Set<string>()): boolean {
    return (calls.get(name) ?? []).some((called) => {
      if (called === 'private.audit') return true
      if (seen.has(called)) return false
      seen.add(called)
      return reaches(called, seen)
    })
  }
  const silent = rows.filter(({ name, volatile }) => name.startsWith('public.') && volatile && !reaches(name))
  expect(silent.map(({ name }) => name.slice('public.'.length)).toSorted()).toEqual(
    Object.values(unlogged).flat().toSorted(),
  )
})

/** Actions whose row says no before and after, by the reason why. A new one that is not here has to call `private.audit_change`. */
const unchanged: Record<string, readonly string[]> = {
  'the action is the whole change': [
    'moderation.claimed',
    'moderation.claimed',
    'moderation.released',
    'moderation.term_dropped',
    'moderation.reply_dropped',
    'moderation.lifted',
    'account.anonymised',
    'account.deletion_cancelled',
    'account.deletion_requested',
    'account.factor_changed',
    'account.recovery_code_used',
    'account.second_factor_confirmed',
    'account.second_factor_off',
    'account.second_factor_undone',
    'account.second_factor_on, account.recovery_codes_made',
    'account.sessions_ended',
    'audience.deleted',
    'campaign.subject_chosen',
    'buyer.unblock',
    'mail.suppression_lifted',
    'campaign_template.archived, campaign_template.unarchived',
    'goods.handed_over',
    // by phones without a network
    'goods.handed_over',
  ],
  'what changed is personal or secret, and rows are never erased': [
    'account.email_changed',
    'account.email_restored',
    'account.password_reset',
    'set_event_password',
    'ticket.reissued_by_holder',
    'ticket.renamed',
  ],
  'it adds something and changes nothing that was there': [
    'assistant.phrasing_added',
    'assistant.request_answered',
    'moderation.term_added',
    'moderation.sanctioned',
    'moderation.note',
    'moderation.opened',
    '.note, note_id',
    'account.invited',
    'allocation.given',
    // a new one; a change of one says before and after
    'audience.saved',
    'campaign.created',
    'campaign_template.saved',
    'comp.issued',
    'copy_event',
    'door.device_invited',
    'door.scan_reported',
    'guest_list.names_added',
    'ledger.correct',
    'order.refund',
    'product.created',
    'promoter.link_sent',
    'promoter.names_added',
    'promoter.paid',
    'refund.endorsed',
    'refund.external_closed',
    'refund.paid_by_hand',
    'stream.pass_refunded',
    'stream.passes_refunded',
  ],
  'nothing changes: something was read, or is tried again': [
    'analytics.people',
    'door.pickup_search',
    'door.search',
    'door.view',
    'failure.discarded',
    'failure.retried',
    'list.exported',
    'order.tickets_sent_elsewhere',
    'refund.retried',
    'retry_event_change',
  ],
  'it deletes what nobody owned, and says what that was': [
    'assistant.phrasing_dropped',
    'assistant.question_dismissed',
  ],
  'its callers hand over what changed': ['touch_product', 'chat.'],
}

test('every row about a change says before and after, or its action is on the list with a reason', async () => {
  const rows = await sql<{ name: string; body: string }[]>`
    select p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosrc ~ 'perform private\\.audit\\('`
  const actions = rows.flatMap(({ name, body }) =>
    [...body.matchAll(/perform private\.audit\(([^;]*);/g)]
      .map(([, call = '']) => call)
      .filter((call) => !/["'](changed|from)["']/.test(call))
      .map((call) => {
        const action = call.split(/,\s+'\w+'(?=,|\))/)[0] ?? ''
        return [...action.matchAll(/'([\w.]+)'/g)].map(([, part]) => part).join(', ') || name
      }),
  )
  expect(actions.toSorted()).toEqual(Object.values(unchanged).flat().toSorted())
})

test('every table that staff write directly has a trigger that logs it', async () => {
  const rows = await sql<{ name: string; is_logged: boolean }[]>`
    select c.relname as name, exists (
      select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and not t.tgisinternal and p.prosrc ~ 'private\\.audit(_change)?\\(') as is_logged
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
      select 1 from unnest(array['insert', 'update', 'delete']) v (verb)
      where has_table_privilege('authenticated', c.oid, v.verb)
        or (v.verb <> 'delete' and has_any_column_privilege('authenticated', c.oid, v.verb)))
    order by 1`
  // People write their own profile alone, as policies.test.ts shows.
  expect(rows).toEqual([
    { name: 'profiles', is_logged: false },
    { name: 'settings', is_logged: true },
  ])
})

describe('nobody changes or deletes what was logged', () => {
  test.each([
    'visitor',
    'Gus',
    'Mia',
    'Dex',
    'Mo',
    'Ada',
    'the server',
  ] as const)('%s, through the API', async (who) => {
    const client = who === 'the server' ? service : await users.actingAs(who)
    for (const table of ['audit_log', 'audit_addresses', 'address_keys']) {
      for (const from of [client.from(table), client.schema('private').from(table)]) {
        expect((await from.select('*').limit(1)).error, table).not.toBeNull()
        expect((await from.insert({ action: 'x', subject_kind: 'x' })).error, table).not.toBeNull()
        expect((await from.update({ action: 'x' }).gt('id', 0)).error, table).not.toBeNull()
        expect((await from.delete().gt('id', 0)).error, table).not.toBeNull()
      }
    }
    // Nor by the functions that write it, which are not part of the API.
    for (const name of ['audit', 'audit_change', 'note_address', 'sweep_addresses'])
      expect((await client.rpc(name, {})).error, name).not.toBeNull()
  })

  test.each([
    'anon',
    'authenticated',
    'service_role',
    'authenticator',
    'postgres',
  ])('the database role %s', async (role) => {
    const statements = [
      "update private.audit_log set action = 'x'",
      'delete from private.audit_log',
      'truncate private.audit_log cascade',
      "update private.audit_addresses set address = '192.0.2.1'",
      "delete from private.audit_addresses where at > now() - interval '80 days'",
      'truncate private.audit_addresses',
    ]
    const [known] = await sql`select 1 from pg_roles where rolname = ${role}`
    if (!known) return expect(role).toBe('postgres')
    await sql`select private.audit('test.kept', 'test', ${randomUUID()})`
    for (const statement of statements) {
      const result = withLockTimeout(sql, async (tx) => {
        await tx`insert into private.audit_addresses (audit_id, address)
          select max(a.id), '192.0.2.7' from private.audit_log a where a.action = 'test.kept'`
        await tx.unsafe(`set local role ${role}`)
        await tx.unsafe(statement)
      })
      await expect(result, statement).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('its triggers can be switched off by its owner alone', async () => {
    const rows = await sql<{ role: string }[]>`
      select r.rolname as role from pg_roles r
      where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
        and (pg_has_role(r.rolname, (select c.relowner from pg_class c where c.oid = 'private.audit_log'::regclass), 'member')
          or r.rolsuper)`
    expect(rows).toEqual([])
  })
})

describe('who reads it', () => {
  test.each(['Gus', 'Mia', 'Dex', 'Dot', 'Mo'] as const)('not %s', async (who) => {
    await users.grant('Dot', 'door_manager', null)
    expect((await refusal(list({}, who))).code).toBe('not_allowed')
  })

  test('not visitors, and not the server with its key', async () => {
    for (const client of [await users.actingAs('visitor'), service])
      expect((await client.rpc('list_audit', {})).error).toMatchObject({ code: '42501' })
  })
})

/** Has Ada change Sid's role there and back; returns the reason that both rows have. */
async function changeRole(): Promise<{ subject: string; reason: string }> {
  const subject = await users.id('Sid')
  const reason = `Helps out ${randomUUID().slice(0, 8)}`
  const ada = await users.actingAs('Ada')
  await call(ada, 'set_role', { p_user: subject, p_role: 'moderator', p_reason: reason }, done)
  await call(ada, 'set_role', { p_user: subject, p_role: 'member', p_reason: reason }, done)
  return { subject, reason }
}

describe('the list', () => {
  test('says who did what to whom, what was before and after, and why; the latest first', async () => {
    const { subject, reason } = await changeRole()
    const log = await list({ p_subject_kind: 'account', p_subject: subject, p_text: reason })
    const same = {
      action: 'account.role_set',
      actorId: await users.id('Ada'),
      actorRole: 'admin',
      subjectKind: 'account',
      subjectId: subject,
      reason,
      details: {},
      address: null,
    }
    expect(log.entries).toMatchObject([
      { ...same, changes: [{ field: null, from: 'moderator', to: 'member' }] },
      { ...same, changes: [{ field: null, from: 'member', to: 'moderator' }] },
    ])
    expect(log.entries[0]?.subject?.name).toBeTruthy()
  })

  test('is searched by person, action, subject, day and text, and has pages', async () => {
    const { subject, reason } = await changeRole()
    const [first, second] = (await list({ p_text: reason })).entries
    const found = async (filters: Filters) =>
      (await list({ p_text: reason, ...filters })).entries.map(({ id }) => id)
    const both = [first?.id, second?.id]
    const [ada] = await sql<{ name: string; username: string | null }[]>`
      select display_name as name, username from public.profiles where id = ${await users.id('Ada')}`
    expect(await found({ p_person: await users.id('Ada') })).toEqual(both)
    expect(await found({ p_person: subject })).toEqual(both)
    expect(await found({ p_person: ada?.name.toUpperCase() })).toEqual(both)
    if (ada?.username) expect(await found({ p_person: `@${ada.username}` })).toEqual(both)
    expect(await found({ p_person: await users.id('Mo') })).toEqual([])
    expect(await found({ p_person: `@nobody-${randomUUID()}`.slice(0, 40) })).toEqual([])
    expect(await found({ p_action: 'account.role_set' })).toEqual(both)
    expect(await found({ p_action: 'order.refund' })).toEqual([])
    expect(await found({ p_subject_kind: 'order' })).toEqual([])
    expect(await found({ p_subject: subject })).toEqual(both)
    const [today] = await sql<{ day: string; before: string }[]>`
      select (a.at at time zone s.time_zone)::date::text as day, ((a.at at time zone s.time_zone)::date - 1)::text as before
      from public.settings s, (select ${first?.at ?? null}::text::timestamptz as at) a`
    expect(await found({ p_from: today?.before, p_to: today?.day })).toEqual(both)
    expect(await found({ p_to: today?.before })).toEqual([])
    expect(await found({ p_from: '2999-01-01' })).toEqual([])
    const page = await list({ p_text: reason, p_limit: 1 })
    expect([page.entries.map(({ id }) => id), page.next]).toEqual([
      [first?.id],
      { at: first?.at, id: first?.id },
    ])
    const next = { p_after_at: page.next?.at, p_after_id: page.next?.id }
    expect(await found({ ...next, p_limit: 1 })).toEqual([second?.id])
    expect((await list({ p_text: reason, ...next })).next).toBeNull()
    expect((await refusal(list({ p_text: 'ab' }))).code).toBe('invalid')
    // A search takes the signs of a pattern as they are written.
    expect(await found({ p_text: '%%%' })).toEqual([])
  })

  test('an order is found by its code, with every row about it', async () => {
    const testEvent = await createEvent(sql)
    const { order } = await buy(service, await users.extra(), testEvent, { Entry: 1 })
    const [{ code = '' } = {}] = await sql<{ code: string }[]>`
      select code from public.orders where id = ${order.orderId}`
    await call(
      await users.actingAs('Ada'),
      'add_order_note',
      { p_order: order.orderId, p_text: 'Called about the door', p_key: randomUUID() },
      done,
    )
    const { entries } = await list({ p_text: code })
    expect(entries).toMatchObject([
      { action: 'order.note', subject: { name: code, orderCode: code }, subjectId: order.orderId },
    ])
    // The note itself is with the order: it may have to be erased, and rows of the log never are.
    expect(JSON.stringify(entries)).not.toContain('Called about')
  })
})

test('names what the ids in a row stand for, and leaves out what is gone', async () => {
  const ada = await users.actingAs('Ada')
  const testEvent = await createEvent(sql)
  const [{ title = '' } = {}] = await sql<{ title: string }[]>`
    select title from public.events where id = ${testEvent.eventId}`
  const [mia, gone] = [await users.id('Mia'), randomUUID()]
  const invitation = await call(
    ada,
    'invite_staff',
    { p_email: `dee.${gone}@example.com`, p_capability: 'scan', p_event: testEvent.eventId },
    z.uuid(),
  )
  const [invited] = (await list({ p_subject: invitation })).entries
  expect(invited).toMatchObject({
    subject: { name: `dee.${gone}@example.com` },
    details: { event: testEvent.eventId },
    names: { [testEvent.eventId]: title },
  })
  // Ids in lists and below other facts, of a person and of nothing.
  const [{ name = '' } = {}] = await sql<{ name: string }[]>`
    select display_name || coalesce(' (@' || username || ')', '') as name from public.profiles where id = ${mia}`
  await sql`
    select private.audit('order.note', 'order', ${gone}, ${sql.json({ people: [mia, gone], of: { event: testEvent.eventId } })})`
  expect((await list({ p_subject: gone })).entries[0]?.names).toEqual({
    [mia]: name,
    [testEvent.eventId]: title,
  })
})

describe('what changed', () => {
  const lastOf = async (subject: string, action: string) =>
    (await list({ p_subject: subject, p_action: action, p_limit: 1 })).entries[0]

  test('of a collection, a place and a shipping rule: the fields that differ, before and after', async () => {
    const ada = await users.actingAs('Ada')
    const name = `Summer ${randomUUID().slice(0, 6)}`
    const collection = await call(
      ada,
      'save_collection',
      { p_id: null, p_version: null, p_name: name, p_position: 3, p_archived: false },
      z.uuid(),
    )
    await call(
      ada,
      'save_collection',
      { p_id: collection, p_version: 1, p_name: `${name} sale`, p_position: 3, p_archived: false },
      z.uuid(),
    )
    expect((await lastOf(collection, 'collection.saved'))?.changes).toEqual([
      { field: 'name', from: name, to: `${name} sale` },
    ])
    const place = await call(ada, 'save_stock_place', { p_id: null, p_name: name }, z.uuid())
    await call(ada, 'save_stock_place', { p_id: place, p_name: `${name} shelf` }, done)
    expect((await lastOf(place, 'stock.place_saved'))?.changes).toEqual([
      { field: 'name', from: name, to: `${name} shelf` },
    ])
    const rule = { name, percent: 10, collectionId: collection }
    const saved = await call(
      ada,
      'save_shipping',
      { p_kind: 'rule', p_id: null, p_version: null, p_fields: rule },
      z.uuid(),
    )
    await call(
      ada,
      'save_shipping',
      { p_kind: 'rule', p_id: saved, p_version: 1, p_fields: { ...rule, percent: 15 } },
      done,
    )
    expect((await lastOf(saved, 'shipping.rule_saved'))?.changes).toEqual([
      { field: 'percent', from: 10, to: 15 },
    ])
    await call(
      ada,
      'save_shipping',
      { p_kind: 'rule', p_id: saved, p_version: 2, p_fields: { ...rule, archive: true } },
      done,
    )
    expect((await lastOf(saved, 'shipping.rule_removed'))?.changes.map(({ field }) => field)).toContain(
      'archived_at',
    )
  })

  test('of an event: its own fields and those of its pools, types and prices, by their names', async () => {
    const testEvent = await createEvent(sql, { status: 'draft' })
    const ada = await users.actingAs('Ada')
    const editor = await call(
      ada,
      'read_event_editor',
      { p_id: testEvent.eventId },
      z.looseObject({
        event: z.looseObject({}),
        pools: z.array(z.looseObject({ name: z.string(), capacity: z.number() })),
        types: z.array(
          z.looseObject({ name: z.string(), releases: z.array(z.looseObject({ name: z.string() })) }),
        ),
      }),
    )
    const stored = { ...editor.event, pools: editor.pools, types: editor.types }
    const [pool] = stored.pools
    const [type] = stored.types
    const release = type?.releases[0]
    await call(
      ada,
      'save_event',
      {
        p_event: {
          ...stored,
          summary: 'Said anew',
          pools: stored.pools.map((one) => (one === pool ? { ...one, capacity: one.capacity + 7 } : one)),
          types: stored.types.map((one) =>
            one === type
              ? { ...one, releases: one.releases.map((r) => (r === release ? { ...r, faceCents: 4321 } : r)) }
              : one,
          ),
        },
      },
      done,
    )
    const changes = (await lastOf(testEvent.eventId, 'save_event'))?.changes ?? []
    const byField = new Map(changes.map(({ field, from, to }) => [field, [from, to]]))
    expect(byField.get('summary')?.[1]).toBe('Said anew')
    expect(byField.get(`Pool ${pool?.name}: capacity`)).toEqual([pool?.capacity, (pool?.capacity ?? 0) + 7])
    expect(byField.get(`Price ${type?.name} ${release?.name}: face_cents`)?.[1]).toBe(4321)
    expect(changes.length).toBe(3)
  })

  test('of pictures: the file and its description, or the place', async () => {
    const ada = await users.actingAs('Ada')
    const key = (letter: string) => `/pictures/${letter.repeat(12)}.0123456789abcde`
    const picture = (from: string | null, to: string | null) => ({ field: 'image_path', from, to })
    const words = (from: string | null, to: string | null) => ({ field: 'image_alt', from, to })
    const testEvent = await createEvent(sql, { status: 'draft' })
    const artist = await call(
      ada,
      'save_artist',
      { p_artist: { name: `Artist ${randomUUID().slice(0, 8)}` } },
      z.uuid(),
    )
    for (const [name, p_id] of [
      ['set_event_picture', testEvent.eventId],
      ['set_artist_picture', artist],
    ] as const) {
      await call(ada, name, { p_id, p_path: key('a'), p_alt: 'A crowd' }, done)
      await call(ada, name, { p_id, p_path: key('b'), p_alt: 'A crowd' }, done)
      expect((await lastOf(p_id, name))?.changes).toEqual([picture(key('a'), key('b'))])
      await call(ada, name, { p_id, p_path: null, p_alt: '' }, done)
      expect((await lastOf(p_id, name))?.changes).toMatchObject([
        { field: 'image_alt', from: 'A crowd' },
        picture(key('b'), null),
      ])
    }
    const p_product = await call(
      ada,
      'save_product',
      { p_id: null, p_version: null, p_product: { name: `Cap ${randomUUID().slice(0, 8)}` } },
      z.uuid(),
    )
    const save = (p_picture: string | null, p_path: string | null, p_alt: string) =>
      call(ada, 'save_product_picture', { p_product, p_picture, p_path, p_alt, p_value: null }, z.uuid())
    const [first] = [await save(null, key('c'), 'From the front'), await save(null, key('d'), 'Worn')]
    await save(first, null, 'From above')
    expect((await lastOf(p_product, 'product.picture_saved'))?.changes).toEqual([
      words('From the front', 'From above'),
    ])
    await call(ada, 'move_product_picture', { p_product, p_picture: first, p_to: 'later' }, done)
    expect(await lastOf(p_product, 'product.picture_moved')).toMatchObject({
      changes: [{ field: 'place', from: 1, to: 2 }],
      details: { picture: 'From above' },
    })
    await call(ada, 'move_product_picture', { p_product, p_picture: first, p_to: 'remove' }, done)
    expect((await lastOf(p_product, 'product.picture_removed'))?.changes).toEqual([
      { field: 'place', from: 2, to: null },
    ])
  })

  test('never a secret: the password of an event, keys, hashes', async () => {
    const [row] = await sql<{ changed: object }[]>`
      select private.changed('{"password": "a", "token_hash": "b", "name": "x", "secret": 1}',
        '{"password": "b", "token_hash": "c", "name": "y", "secret": 2}') as changed`
    expect(row?.changed).toEqual({ name: ['x', 'y'] })
    const testEvent = await createEvent(sql, { visibility: 'password' })
    const password = `open sesame ${randomUUID()}`
    await call(
      await users.actingAs('Ada'),
      'set_event_password',
      { p_id: testEvent.eventId, p_password: password },
      done,
    )
    expect(await lastOf(testEvent.eventId, 'set_event_password')).toMatchObject({ changes: [], details: {} })
  })

  test('that a list was downloaded, by whom and with which filters, but not whom it was searched for', async () => {
    const mo = await users.actingAs('Mo')
    const filters = { q: 'mia@example.com', sort: '-joined', selected: 2 }
    await call(mo, 'record_export', { p_list: 'people', p_filters: filters }, done)
    const [entry] = (await list({ p_action: 'list.exported', p_person: await users.id('Mo'), p_limit: 1 }))
      .entries
    expect(entry).toMatchObject({
      subjectKind: 'list',
      subjectId: 'people',
      details: { filters: { sort: '-joined', selected: 2 }, searched: true },
    })
    expect(JSON.stringify(entry)).not.toContain('mia@')
    for (const who of ['Mia', 'Gus'] as const)
      expect(
        (await refusal(call(await users.actingAs(who), 'record_export', { p_list: 'people' }, done))).code,
      ).toBe('not_allowed')
    expect((await refusal(call(mo, 'record_export', { p_list: 'People; drop' }, done))).code).toBe('invalid')
  })
})

describe('the network address', () => {
  const keyOf = async () => z.string().parse((await service.rpc('read_address_key')).data)

  /** Records a download as somebody, with a header; returns the address that was stored. */
  async function storedFor(who: Name, header: string | null): Promise<string | null> {
    const mark = `list-${randomUUID().slice(0, 8)}`.replaceAll(/\d/g, 'x')
    const client = createClient(stack.url, stack.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      accessToken: async () => await users.accessToken(who),
      global: { headers: header === null ? {} : { 'x-visitor-address': header } },
    })
    await call(client, 'record_export', { p_list: mark }, done)
    const [row] = await sql<{ address: string | null }[]>`
      select host(d.address) as address from private.audit_log a left join private.audit_addresses d on d.audit_id = a.id
      where a.subject_kind = 'list' and a.subject_id = ${mark}`
    return row?.address ?? null
  }

  test('is stored as the site saw it, IPv4 and IPv6', async () => {
    const [key, ada] = [await keyOf(), await users.id('Ada')]
    expect(await storedFor('Ada', signAddress(key, '203.0.113.9', ada))).toBe('203.0.113.9')
    expect(await storedFor('Ada', signAddress(key, '2001:db8::7', ada))).toBe('2001:db8::7')
    expect((await list({ p_action: 'list.exported', p_limit: 1, p_person: ada })).entries[0]?.address).toBe(
      '2001:db8::7',
    )
  })

  test('is not believed without the signature of the site, for another person, too old, or unreadable', async () => {
    const [key, ada] = [await keyOf(), await users.id('Ada')]
    const good = signAddress(key, '203.0.113.9', ada)
    const [address, seconds = '', signature = ''] = good.split(' ')
    const forged = {
      none: null,
      empty: '',
      bare: '203.0.113.9',
      unsigned: `203.0.113.9 ${seconds} `,
      'with a key of one’s own': signAddress('00'.repeat(32), '203.0.113.9', ada),
      'another address': `198.51.100.1 ${seconds} ${signature}`,
      'another time': `${address} ${Number(seconds) + 1} ${signature}`,
      'for another person': signAddress(key, '203.0.113.9', await users.id('Mo')),
      'no address': signAddress(key, 'nonsense', ada),
      long: `${good} more`,
      'a huge time': `203.0.113.9 ${'9'.repeat(40)} ${signature}`,
    }
    for (const [what, header] of Object.entries(forged))
      expect(await storedFor('Ada', header), what).toBeNull()
    const old = await sql.begin(async (tx) => {
      await asPerson(tx, ada)
      const then = Math.floor(Date.now() / 1000) - 301
      const [row] = await tx<{ header: string }[]>`
        select '203.0.113.9 ' || ${String(then)} || ' ' || encode(extensions.hmac(
          convert_to('203.0.113.9 ' || ${String(then)} || ' ' || ${ada}, 'UTF8'), decode(${key}, 'hex'), 'sha256'), 'hex') as header`
      await tx`select set_config('request.headers', ${JSON.stringify({ 'x-visitor-address': row?.header })}, true)`
      const [found] = await tx`select private.request_address() as address`
      return found?.address
    })
    expect(old).toBeNull()
  })

  test('of members is not stored with what they do to their own account', async () => {
    const mia = await users.id('Mia')
    const header = JSON.stringify({ 'x-visitor-address': signAddress(await keyOf(), '203.0.113.9', mia) })
    const stored = await sql.begin(async (tx) => {
      await asPerson(tx, mia)
      await tx`select set_config('request.headers', ${header}, true)`
      const [asked] = await tx`select host(private.request_address()) as address`
      await tx`select private.audit('account.test', 'account', ${mia})`
      const rows = await tx`
        select d.address from private.audit_addresses d join private.audit_log a on a.id = d.audit_id where a.actor_id = ${mia}`
      return [asked?.address, rows.length]
    })
    expect(stored).toEqual(['203.0.113.9', 0])
  })

  test('the key is for the server alone', async () => {
    for (const who of ['visitor', 'Gus', 'Mia', 'Mo', 'Ada'] as const)
      expect((await (await users.actingAs(who)).rpc('read_address_key')).error, who).toMatchObject({
        code: '42501',
      })
    expect(await keyOf()).toMatch(/^[0-9a-f]{64}$/)
  })

  test('goes after 90 days, and only then; the row stays', async () => {
    const undo = new Error('undo')
    let left: unknown
    await sql
      .begin(async (tx) => {
        const [row] = await tx<{ id: string }[]>`
          insert into private.audit_log (action, subject_kind) values ('test.old', 'test') returning id`
        const id = row?.id ?? ''
        const [young] = await tx<{ id: string }[]>`
          insert into private.audit_log (action, subject_kind) values ('test.young', 'test') returning id`
        await tx`
          insert into private.audit_addresses (audit_id, address, at) values
            (${id}, '192.0.2.1', now() - interval '90 days 1 minute'),
            (${young?.id ?? ''}, '192.0.2.2', now() - interval '89 days')`
        await tx`select private.sweep_addresses()`
        left = [
          ...(await tx`
            select a.action, host(d.address) as address from private.audit_log a left join private.audit_addresses d on d.audit_id = a.id
            where a.id in (${id}, ${young?.id ?? ''}) order by a.id`),
        ]
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    expect(left).toEqual([
      { action: 'test.old', address: null },
      { action: 'test.young', address: '192.0.2.2' },
    ])
  })
})

/** Makes the rest of a transaction run as a signed-in person, as the Data API does. */
async function asPerson(tx: TransactionSql, id: string): Promise<void> {
  const claims = JSON.stringify({ sub: id, role: 'authenticated' })
  await tx`select set_config('request.jwt.claims', ${claims}, true)`
}
