import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Sql } from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { wallTimeOf } from '#core/event-time.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent, type TestEvent } from './event-fixture.ts'
import { addGuests, admit, saveList } from './guest-lists.ts'
import { brokenRules, brokenRulesOf } from './invariants.ts'
import { callerOf, randomOf } from './random-lives.ts'
import { beginPayment, call, holdItems, linesOf, placeOrder, Refused, report } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'

/**
 * Random lives of what is shared of an event, all of them from one seed: free tickets, guest lists, promoters, transfers, returns, the
 * waitlist and allocations side by side in one small room, with purchases, refunds and the door between them. A life is ten steps,
 * each one call of a function of the product; after it every rule of its event holds. `SHARING_LIVES=10000` is the whole proof,
 * which takes minutes and also wants every kind of outcome; `SHARING_SEED` begins elsewhere.
 */

const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(async () => {
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const setting = (name: string) => (process.env[name] ? Number(process.env[name]) : undefined)
const lives = setting('SHARING_LIVES') ?? 48
const seed = setting('SHARING_SEED') ?? 20_261_127
const lanes = lives < 1000 ? 2 : 4
const livesOfEvent = 20
const anything = z.unknown()

/** Says what has to happen among so many lives, or they would prove little. */
const expected = [
  'buy: ok',
  'buy: sold_out',
  'buy by a link: ok',
  'refund: ok',
  'cancel a ticket: ok',
  'scan: ok',
  'scan: in_transfer',
  'scan the old code: old_code',
  'undo a scan: ok',
  'offer to an address: ok',
  'offer to a member: ok',
  'offer by a link: ok',
  'accept: ok',
  'decline: ok',
  'take an offer back: ok',
  'let an offer end: ok',
  'list for return: ok',
  'take a listing back: ok',
  'invite: ok',
  'claim: ok',
  'decline an invitation: ok',
  'revoke: ok',
  'let an invitation end: ok',
  'list a guest: ok',
  'admit a guest: ok',
  'undo a guest: ok',
  'remove a guest: ok',
  'join the waitlist: ok',
  'serve the waitlist: ok',
  'buy an offer: ok',
  'leave the waitlist: ok',
  'let a hold end: ok',
  'give an allocation: ok',
  'hand on: ok',
  'buy a place: ok',
  'take a place back: ok',
  'revoke an allocation: ok',
]

type Step = { name: string; weight: number; act: () => Promise<string | undefined> }

/** One connection with people and events of its own, which runs its lives one after another. */
class Lane {
  readonly outcomes: Record<string, number> = {}
  private event!: TestEvent
  private listId = ''
  private linkCode = ''
  private steps: string[] = []
  private readonly own: Sql
  private readonly random: () => number
  private readonly ada: SupabaseClient
  private readonly proof: { p_user: string; p_session: string }
  private readonly server: SupabaseClient
  private readonly people: string[]

  constructor(own: Sql, random: () => number, ada: { id: string; session: string }, people: string[]) {
    this.own = own
    this.random = random
    const claims = { sub: ada.id, role: 'authenticated', session_id: ada.session }
    this.ada = callerOf(own, JSON.stringify(claims))
    this.proof = { p_user: ada.id, p_session: ada.session }
    this.server = callerOf(own, '{"role": "service_role"}')
    this.people = people
  }

  private pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)]
  }
  private upTo(most: number): number {
    return 1 + Math.floor(this.random() * most)
  }
  private person(): string {
    return this.pick(this.people) ?? ''
  }

  /** Opens an event for the next lives: a room that is soon full, a guest list, a promoter. */
  private async openEvent(): Promise<void> {
    const { own, ada } = this
    // Refunds want a password that was given in the last minutes.
    await call(this.server, 'record_proof', this.proof, anything)
    // Tickets are scanned near the doors, and listed for return until hours before.
    const doorsIn = this.random() < 0.6 ? 1.5 : 72
    this.event = await createEvent(own, {
      doorsIn,
      pools: { Room: 16 },
      maxPerPerson: 20,
      types: [
        {
          name: 'Entry',
          releases: [
            { name: 'Early', faceCents: 1500, quantity: 5 },
            { name: 'Final', faceCents: 2500 },
          ],
        },
      ],
    })
    const { eventId } = this.event
    await own`insert into private.comp_caps (event_id, percent) values (${eventId}, 100)`
    this.listId = await saveList(ada, this.event, {
      quota: 8,
      closesIn: doorsIn + 4,
      poolId: this.event.pools.Room ?? null,
    })
    this.linkCode = `V${randomUUID().slice(0, 8).toUpperCase()}`
    const fields = { name: 'Vy Promoter', linkCode: this.linkCode, basis: 'sold', commissionCents: 300 }
    await call(ada, 'save_event_promoter', { p_event: eventId, p_fields: fields }, anything)
  }

  private async link(purpose: string, subject: string): Promise<string> {
    const p_token_hash = hashToken(makeToken())
    await call(
      this.server,
      'add_link',
      { p_purpose: purpose, p_subject: subject, p_token_hash, p_payload: {} },
      anything,
    )
    return p_token_hash
  }

  private async pay(owner: string, holdId: string): Promise<void> {
    const order = await placeOrder(this.server, owner, holdId)
    if (order.totalCents === 0) return
    const payment = await beginPayment(this.server, owner, order.orderId)
    await report(this.server, payment, 'succeeded')
  }

  private async buy(isPromoted: boolean): Promise<string> {
    const owner = this.person()
    const lines = linesOf(this.event, { Entry: this.upTo(3) })
    const { holdId } = await holdItems(this.server, owner, this.event.eventId, lines)
    const click = { p_codes: [this.linkCode], p_clicked_at: [new Date().toISOString()] }
    if (isPromoted)
      await call(this.server, 'note_referral', { p_owner: owner, p_hold: holdId, ...click }, z.boolean())
    // Some carts are left alone: they end at some time, or with the next one of the same person.
    if (this.random() < 0.85) await this.pay(owner, holdId)
    return 'ok'
  }

  /** Picks a ticket of the event. @param where a condition on k */
  private async ticket(where = this.own``) {
    const tickets = await this.own<
      {
        id: string
        order: string
        owner: string | null
        generation: number
        custody: string
        received: boolean
      }[]
    >`
      select k.id, k.order_id as "order", k.owner_id as owner, k.generation, k.custody, k.holder_email is not null as received
      from public.tickets k where k.event_id = ${this.event.eventId} and k.status = 'valid' ${where}
      order by k.issued_at, k.generation, k.admission, k.holder_name, k.id`
    return this.pick(tickets)
  }

  private async scan(isOld: boolean): Promise<string | undefined> {
    const ticket = await this.ticket(isOld ? this.own`and k.generation > 1` : this.own``)
    if (!ticket) return undefined
    const scan = {
      p_event: this.event.eventId,
      p_ticket: ticket.id,
      p_generation: ticket.generation - Number(isOld),
      p_code: null,
      p_gate: 'Main',
      p_method: 'camera',
      p_scan_uid: randomUUID(),
    }
    const { result } = await call(this.ada, 'check_in', scan, z.looseObject({ result: z.string() }))
    if (result === 'ok' && (isOld || ticket.custody !== 'held'))
      throw new Error(`${isOld ? 'an old code' : 'a ticket on offer'} was admitted`)
    return result
  }

  private async offer(to: 'address' | 'member' | 'link'): Promise<string | undefined> {
    const ticket = await this.ticket(this.own`and (k.owner_id is not null or k.holder_email is not null)`)
    if (!ticket) return undefined
    const [named] = await this.own<{ name: string }[]>`
      select username as name from public.profiles where id = ${this.person()}`
    const p_to =
      to === 'link' ? null : to === 'member' ? named?.name : `r${randomUUID().slice(0, 8)}@example.com`
    const holder = ticket.owner
      ? { p_user: ticket.owner, p_token_hash: null }
      : { p_user: null, p_token_hash: await this.link('received_ticket', ticket.id) }
    await call(this.server, 'offer_transfer', { ...holder, p_ticket: ticket.id, p_to }, anything)
    return 'ok'
  }

  /** Picks an open offer, with what answers it. */
  private async openOffer() {
    const offers = await this.own<
      { id: string; ticket: string; owner: string | null; to: string | null; mailed: boolean }[]
    >`
      select t.id, t.ticket_id as ticket, k.owner_id as owner, t.to_id as to, t.to_email is not null as mailed
      from private.ticket_transfers t join public.tickets k on k.id = t.ticket_id
      where k.event_id = ${this.event.eventId} and t.status = 'offered' order by t.created_at`
    return this.pick(offers)
  }

  private async answer(function_: 'accept_transfer' | 'decline_transfer'): Promise<string | undefined> {
    const offer = await this.openOffer()
    if (!offer) return undefined
    const user = offer.to ?? (this.random() < 0.4 ? this.person() : null)
    const by =
      offer.to && this.random() < 0.5
        ? { p_token_hash: null, p_transfer: offer.id }
        : { p_token_hash: await this.link('ticket_transfer', offer.id), p_transfer: null }
    const answer = {
      p_name: 'Rae Romain',
      p_email: offer.mailed ? null : `l${randomUUID().slice(0, 8)}@example.com`,
      p_is_of_age: true,
    }
    const args = { p_user: user, ...by, ...(function_ === 'accept_transfer' && answer) }
    await call(this.server, function_, args, anything)
    return 'ok'
  }

  private async takeOfferBack(): Promise<string | undefined> {
    const offer = await this.openOffer()
    if (!offer) return undefined
    const holder = offer.owner
      ? { p_user: offer.owner, p_token_hash: null }
      : { p_user: null, p_token_hash: await this.link('received_ticket', offer.ticket) }
    await call(this.server, 'cancel_transfer', { ...holder, p_ticket: offer.ticket }, anything)
    return 'ok'
  }

  private async listing(isBack: boolean): Promise<string | undefined> {
    const ticket = await this.ticket(
      this
        .own`and (k.owner_id is not null or k.holder_email is not null) and (k.custody = 'listed') = ${isBack}`,
    )
    if (!ticket) return undefined
    const holder = ticket.owner
      ? { p_user: ticket.owner, p_token_hash: null }
      : { p_user: null, p_token_hash: await this.link('received_ticket', ticket.id) }
    const function_ = isBack ? 'unlist_ticket' : 'return_ticket'
    await call(this.server, function_, { ...holder, p_ticket: ticket.id }, anything)
    return 'ok'
  }

  private async invite(): Promise<string> {
    const row = {
      name: 'Kim Charles',
      email: `k${randomUUID().slice(0, 8)}@example.com`,
      type: this.event.types.Entry ?? '',
      quantity: String(this.upTo(3)),
      reason: 'press',
      note: '',
      transferable: this.random() < 0.5 ? 'yes' : '',
    }
    const args = { p_event: this.event.eventId, p_rows: [row], p_deadline: null, p_send: true }
    await call(this.ada, 'issue_comps', { ...args, p_key: randomUUID() }, anything)
    return 'ok'
  }

  private async place(status: string) {
    const places = await this.own<{ id: string; invitation: string; number: number }[]>`
      select p.id, i.id as invitation, p.number from private.comp_places p join private.comp_invitations i on i.id = p.invitation_id
      where i.event_id = ${this.event.eventId} and i.status = any (${status.split(' ')}) order by i.created_at, p.number`
    return this.pick(places)
  }

  private async claim(): Promise<string | undefined> {
    const place = await this.place('sent claimed redeemed')
    if (!place) return undefined
    const buyer = {
      name: 'Kim Charles',
      email: `g${randomUUID().slice(0, 8)}@example.com`,
      terms: true,
      terms_version: '2026-11-22',
    }
    const p_owner = this.random() < 0.3 ? this.person() : null
    const p_token_hash = await this.link('free_ticket', place.id)
    await call(this.server, 'claim_comp', { p_token_hash, p_owner, p_buyer: buyer }, anything)
    return 'ok'
  }

  private async endInvitation(how: 'decline' | 'revoke' | 'expire'): Promise<string | undefined> {
    const place = await this.place(how === 'revoke' ? 'sent claimed' : 'sent')
    if (!place) return undefined
    if (how === 'revoke')
      await call(this.ada, 'revoke_comp', { p_id: place.invitation, p_reason: 'Not needed' }, anything)
    else if (how === 'decline') {
      const [first] = await this.own<{ id: string }[]>`
        select id from private.comp_places where invitation_id = ${place.invitation} and number = 1`
      const p_token_hash = await this.link('free_ticket', first?.id ?? '')
      await call(this.server, 'decline_comp', { p_token_hash }, anything)
    } else {
      await this.own`
        update public.holds h set expires_at = now() from private.comp_places p
        where p.invitation_id = ${place.invitation} and h.id = p.hold_id and h.status in ('active', 'pinned')`
      await this.own`update private.comp_invitations set deadline_at = now() where id = ${place.invitation}`
      await call(this.server, 'run_comp_jobs', {}, anything)
    }
    return 'ok'
  }

  private async guest(act: 'admit' | 'undo' | 'remove'): Promise<string | undefined> {
    const entries = await this.own<{ id: string; scan: string | null }[]>`
      select e.id, (
        select a.scan_id from public.guest_list_arrivals a join public.scans s on s.id = a.scan_id
        where a.entry_id = e.id and a.undone_by_scan is null order by s.scanned_at desc limit 1) as scan
      from public.guest_list_entries e where e.list_id = ${this.listId} and e.removed_at is null order by e.name`
    const entry = this.pick(act === 'undo' ? entries.filter(({ scan }) => scan !== null) : entries)
    if (!entry) return undefined
    const { eventId } = this.event
    if (act === 'admit') {
      const { result } = await admit(this.ada, eventId, { entry: entry.id, heads: this.upTo(2) })
      return result
    }
    if (act === 'remove') await call(this.ada, 'remove_guests', { p_entries: [entry.id] }, anything)
    else {
      const undo = { p_event: eventId, p_scan: entry.scan, p_scan_uid: randomUUID(), p_reason: 'Wrong name' }
      await call(this.ada, 'undo_guests', undo, anything)
    }
    return 'ok'
  }

  private async waitlist(act: 'join' | 'leave' | 'buy'): Promise<string | undefined> {
    const { eventId } = this.event
    if (act === 'join') {
      const wish = { p_quantity: this.upTo(3), p_type: null, p_partial: this.random() < 0.6, p_email: null }
      await call(this.server, 'join_waitlist', { ...wish, p_event: eventId, p_user: this.person() }, anything)
      return 'ok'
    }
    const entries = await this.own<{ id: string; user: string; hold: string | null }[]>`
      select id, user_id as user, hold_id as hold from private.waitlist_entries
      where event_id = ${eventId} and status = any (${act === 'buy' ? ['offered'] : ['waiting', 'offered']}) order by position`
    const entry = this.pick(entries)
    if (!entry) return undefined
    if (act === 'buy') await this.pay(entry.user, entry.hold ?? '')
    else {
      const args = { p_user: entry.user, p_entry: entry.id, p_token_hash: null }
      await call(this.server, 'leave_waitlist', args, anything)
    }
    return 'ok'
  }

  private async serve(): Promise<string> {
    const offers = await call(this.server, 'run_waitlist', { p_event: this.event.eventId }, z.int())
    return offers > 0 ? 'ok' : 'nothing to offer'
  }

  private async allocate(): Promise<string> {
    const args = {
      p_event: this.event.eventId,
      p_type: this.event.types.Entry,
      p_member: await this.nameOf(this.person()),
      p_places: this.upTo(3),
      p_ends_at: wallTimeOf(new Date(Date.now() + 3_600_000), 'America/New_York'),
      p_key: randomUUID(),
    }
    await call(this.ada, 'give_allocation', args, anything)
    return 'ok'
  }

  private async nameOf(id: string): Promise<string> {
    const [row] = await this.own<
      { name: string }[]
    >`select username as name from public.profiles where id = ${id}`
    return row?.name ?? ''
  }

  private async allocation(act: 'hand' | 'buy' | 'back' | 'revoke'): Promise<string | undefined> {
    const places = await this.own<
      { id: string; allocation: string; member: string; handed: boolean; number: number }[]
    >`
      select x.id, a.id as allocation, a.member_id as member, x.guest_name is not null as handed, x.number
      from private.allocation_places x join private.allocations a on a.id = x.allocation_id join public.holds h on h.id = x.hold_id
      where a.event_id = ${this.event.eventId} and h.status in ('active', 'pinned') order by a.created_at, x.number`
    const place = this.pick(act === 'buy' || act === 'back' ? places.filter(({ handed }) => handed) : places)
    if (!place) return undefined
    const { member, allocation } = place
    if (act === 'hand') {
      const args = { p_member: member, p_allocation: allocation, p_name: 'Lee Grant' }
      await call(this.server, 'hand_on_place', args, anything)
    } else if (act === 'buy') {
      const p_token_hash = await this.link('allocation_place', place.id)
      const owner = this.person()
      const hold = await call(this.server, 'take_allocated_place', { p_owner: owner, p_token_hash }, z.uuid())
      if (this.random() < 0.7) await this.pay(owner, hold)
    } else if (act === 'back')
      await call(this.server, 'take_back_place', { p_member: member, p_place: place.id }, anything)
    else {
      const args = { p_allocation: allocation, p_reason: 'Not needed' }
      await call(this.ada, 'revoke_allocation', args, anything)
    }
    return 'ok'
  }

  private async endSomething(what: 'offer' | 'hold'): Promise<string | undefined> {
    if (what === 'offer') {
      const offer = await this.openOffer()
      if (!offer) return undefined
      await this.own`update private.ticket_transfers set expires_at = now() where id = ${offer.id}`
      await call(this.server, 'end_transfers', {}, anything)
      return 'ok'
    }
    const holds = await this.own<{ id: string }[]>`
      select h.id from public.holds h where h.event_id = ${this.event.eventId} and h.status = 'active' and h.kind <> 'comp_block'
      order by h.created_at`
    const hold = this.pick(holds)
    if (!hold) return undefined
    await this.own`update public.holds set expires_at = now() - interval '1 second' where id = ${hold.id}`
    await this.sweep()
    return 'ok'
  }

  private async sweep(): Promise<void> {
    for (let tries = 0; tries < 2400; tries++) {
      const [row] = await this.own<{ busy: boolean }[]>`select public.sweep() ? 'busy' as busy`
      if (!row?.busy) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  private async refund(isWhole: boolean): Promise<string | undefined> {
    const ticket = await this.ticket()
    if (!ticket) return undefined
    const key = { p_reason: 'They asked for it', p_key: randomUUID() }
    if (isWhole) {
      const args = { p_order: ticket.order, p_amount_cents: 0, p_void: true, ...key }
      await call(this.ada, 'refund_order', args, anything)
    } else {
      const p_values = { void: true, refund: this.random() < 0.5 }
      const args = { p_action: 'void', p_tickets: [ticket.id], p_orders: null, p_values, ...key }
      await call(this.ada, 'act_on_tickets', args, anything)
    }
    return 'ok'
  }

  private async undoScan(): Promise<string | undefined> {
    const ticket = await this.ticket(this.own`and k.admission = 'inside'`)
    if (!ticket) return undefined
    const undo = { p_event: this.event.eventId, p_ticket: ticket.id, p_scan_uid: randomUUID() }
    await call(this.ada, 'undo_check_in', { ...undo, p_reason: 'Wrong ticket' }, anything)
    return 'ok'
  }

  private async listGuest(): Promise<string> {
    const guest = { name: `Guest ${randomUUID().slice(0, 8)}`, plusOnes: this.upTo(3) - 1 }
    await addGuests(this.ada, this.listId, [guest])
    return 'ok'
  }

  /** The steps of a life, each as often among the others as its weight says. */
  private readonly kinds: Step[] = [
    { name: 'buy', weight: 8, act: () => this.buy(false) },
    { name: 'buy by a link', weight: 3, act: () => this.buy(true) },
    { name: 'refund', weight: 2, act: () => this.refund(true) },
    { name: 'cancel a ticket', weight: 4, act: () => this.refund(false) },
    { name: 'scan', weight: 3, act: () => this.scan(false) },
    { name: 'scan the old code', weight: 2, act: () => this.scan(true) },
    { name: 'undo a scan', weight: 2, act: () => this.undoScan() },
    { name: 'offer to an address', weight: 4, act: () => this.offer('address') },
    { name: 'offer to a member', weight: 3, act: () => this.offer('member') },
    { name: 'offer by a link', weight: 2, act: () => this.offer('link') },
    { name: 'accept', weight: 6, act: () => this.answer('accept_transfer') },
    { name: 'decline', weight: 1, act: () => this.answer('decline_transfer') },
    { name: 'take an offer back', weight: 1, act: () => this.takeOfferBack() },
    { name: 'let an offer end', weight: 1, act: () => this.endSomething('offer') },
    { name: 'list for return', weight: 4, act: () => this.listing(false) },
    { name: 'take a listing back', weight: 1, act: () => this.listing(true) },
    { name: 'invite', weight: 2, act: () => this.invite() },
    { name: 'claim', weight: 4, act: () => this.claim() },
    { name: 'decline an invitation', weight: 1, act: () => this.endInvitation('decline') },
    { name: 'revoke', weight: 2, act: () => this.endInvitation('revoke') },
    { name: 'let an invitation end', weight: 1, act: () => this.endInvitation('expire') },
    { name: 'list a guest', weight: 2, act: () => this.listGuest() },
    { name: 'admit a guest', weight: 2, act: () => this.guest('admit') },
    { name: 'undo a guest', weight: 1, act: () => this.guest('undo') },
    { name: 'remove a guest', weight: 1, act: () => this.guest('remove') },
    { name: 'join the waitlist', weight: 4, act: () => this.waitlist('join') },
    { name: 'serve the waitlist', weight: 4, act: () => this.serve() },
    { name: 'buy an offer', weight: 3, act: () => this.waitlist('buy') },
    { name: 'leave the waitlist', weight: 1, act: () => this.waitlist('leave') },
    { name: 'let a hold end', weight: 3, act: () => this.endSomething('hold') },
    { name: 'give an allocation', weight: 2, act: () => this.allocate() },
    { name: 'hand on', weight: 3, act: () => this.allocation('hand') },
    { name: 'buy a place', weight: 3, act: () => this.allocation('buy') },
    { name: 'take a place back', weight: 1, act: () => this.allocation('back') },
    { name: 'revoke an allocation', weight: 1, act: () => this.allocation('revoke') },
  ]

  /** Does one random step; a refusal is an outcome like any other, everything else ends the run. */
  private async step(): Promise<void> {
    const sum = this.kinds.reduce((all, { weight }) => all + weight, 0)
    let at = this.random() * sum
    const kind = this.kinds.find(({ weight }) => {
      at -= weight
      return at < 0
    })
    if (!kind) return
    let outcome: string | undefined
    try {
      outcome = await kind.act()
    } catch (error) {
      if (!(error instanceof Refused)) throw new Error(`${this.told(kind.name)}: ${String(error)}`)
      outcome = error.code
    }
    if (outcome === undefined) return
    const key = `${kind.name}: ${outcome}`
    this.steps.push(key)
    this.outcomes[key] = (this.outcomes[key] ?? 0) + 1
  }

  private told(last = ''): string {
    return [...this.steps, last].join(', ')
  }

  /** The room holds what it sold, and no more. */
  private async brokenCounters() {
    return await this.own`
      select p.held, p.sold, p.blocked, n.held as live, n.sold as valid from public.capacity_pools p
      cross join lateral (select
        (select coalesce(sum(l.quantity), 0)::int from public.holds h join public.hold_lines l on l.hold_id = h.id
          where h.event_id = p.event_id and h.status in ('active', 'pinned')) as held,
        (select count(*)::int from public.tickets k where k.event_id = p.event_id and k.status = 'valid' and k.custody <> 'listed') as sold) n
      where p.event_id = ${this.event.eventId}
        and (p.held <> n.held or p.sold <> n.sold or p.held + p.sold + p.blocked > p.capacity)`
  }

  /** Runs lives one after another. */
  async run(count: number): Promise<void> {
    for (let life = 0; life < count; life++) {
      if (life % livesOfEvent === 0) {
        await this.openEvent()
        this.steps = []
      }
      // A day later, as far as the limits of a person go.
      await this
        .own`delete from private.rate_limits where key = any (${this.people.map((id) => `hold:${id}`)})`
      await this.own`
        update private.ticket_transfers set created_at = created_at - interval '1 day' where created_at > now() - interval '1 day'
          and from_person = any (${this.people})`
      for (let step = 0; step < 10; step++) await this.step()
      const broken = await brokenRulesOf(this.own, this.event.eventId)
      expect([...broken, ...(await this.brokenCounters())], this.told()).toEqual([])
    }
  }
}

test(`${lives} random lives of what is shared of an event, seed ${seed}: after each, every rule of it holds`, async () => {
  const ada = { id: await users.id('Ada'), session: sessionOf(await users.accessToken('Ada')) }
  await sql`
    insert into private.comp_quotas (issuer_id, places) values (${ada.id}, 1000)
    on conflict (issuer_id) do update set places = 1000`
  const made = await Promise.all(
    Array.from({ length: lanes }, async (_, number) => {
      const people = await Promise.all(Array.from({ length: 5 }, () => users.extra()))
      for (const id of people)
        await sql`update public.profiles set username = ${`s${id.replaceAll('-', '').slice(0, 14)}`} where id = ${id} and username is null`
      const own = users.connect(1)
      // Losing the last commits in a crash would not matter here, and waiting for the disk takes longer than the steps.
      await own`select set_config('synchronous_commit', 'off', false)`
      return new Lane(own, randomOf(seed * 31 + number), ada, people)
    }),
  )
  await Promise.all(made.map((lane) => lane.run(Math.ceil(lives / lanes))))
  const outcomes: Record<string, number> = {}
  for (const lane of made)
    for (const [key, count] of Object.entries(lane.outcomes)) outcomes[key] = (outcomes[key] ?? 0) + count
  if (lives >= 10_000) expect(expected.filter((outcome) => !outcomes[outcome])).toEqual([])
}, 1_800_000)
