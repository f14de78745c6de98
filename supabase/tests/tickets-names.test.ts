import { afterAll, expect, inject, test } from 'vitest'
import * as z from 'zod'
import { renamedTicketSchema, ticketListSchema } from '#features/tickets/tickets.types.ts'
import { hashToken, makeToken } from '#server/link-token.server.ts'
import { createEvent } from './event-fixture.ts'
import { together } from './races.ts'
import { buy, call, refusal } from './selling.ts'
import { type Name, openTestUsers } from './test-users.ts'

/** Names on tickets: who may change them, how often, until when, and what is written down about it. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

/** Sells tickets to Mia. @returns the ids of the tickets, their order and event */
async function sold(doorsIn: number, quantity = 1) {
  const { eventId, types, pools } = await createEvent(sql, { doorsIn })
  // One person's purchases are limited, so strangers buy.
  const { order } = await buy(service, await users.extra(), { eventId, types, pools }, { Entry: quantity })
  const owner = await users.id('Mia')
  await sql`update public.orders set owner_id = ${owner} where id = ${order.orderId}`
  await sql`update public.tickets set owner_id = ${owner} where order_id = ${order.orderId}`
  const rows = await sql<{ id: string }[]>`
    select id from public.tickets where order_id = ${order.orderId} order by id`
  return { id: rows[0]?.id ?? '', ids: rows.map(({ id }) => id), order, eventId }
}

const rename = async (who: Name, ticket: string, name: string) =>
  call(await users.actingAs(who), 'rename_my_ticket', { p_ticket: ticket, p_name: name }, renamedTicketSchema)

const nameOn = async (ticket: string) =>
  (await sql<{ holder_name: string }[]>`select holder_name from public.tickets where id = ${ticket}`)[0]
    ?.holder_name

test('its holder changes a name three times; the same name again costs nothing', async () => {
  const { id, order } = await sold(100)
  expect(await rename('Mia', id, '  Ana   María Núñez ')).toEqual({
    ticketId: id,
    holderName: 'Ana María Núñez',
    renamesLeft: 2,
  })
  expect((await rename('Mia', id, 'Ana María Núñez')).renamesLeft).toBe(2)
  expect((await rename('Mia', id, 'Second Name')).renamesLeft).toBe(1)
  expect((await rename('Mia', id, 'Third Name')).renamesLeft).toBe(0)
  expect((await refusal(rename('Mia', id, 'Fourth Name'))).code).toBe('renames_used')
  expect(await nameOn(id)).toBe('Third Name')

  const client = await users.actingAs('Mia')
  const wallet = await call(client, 'read_my_tickets', {}, ticketListSchema)
  const shown = wallet.flatMap(({ tickets }) => tickets).find((ticket) => ticket.id === id)
  expect(shown).toMatchObject({ holderName: 'Third Name', renamesLeft: 0 })

  const kept = await sql`select from_name, to_name, by_staff, actor_id from private.ticket_names
    where ticket_id = ${id} order by id`
  expect(kept.map(({ to_name }) => to_name)).toEqual(['Ana María Núñez', 'Second Name', 'Third Name'])
  expect(kept[1]?.from_name).toBe('Ana María Núñez')
  expect(kept[0]?.actor_id).toBe(await users.id('Mia'))
  // The audit log says who and when. It is never erased, so it has no names.
  const log = await sql<{ facts: object }[]>`select facts from private.audit_log
    where action = 'ticket.renamed' and subject_kind = 'order' and subject_id = ${order.orderId}`
  expect(log.map(({ facts }) => facts)).toEqual(Array(3).fill({ ticket_id: id, by: 'holder' }))
})

test.each([
  [23.9, 'rename_closed'],
  [24.1, null],
])('with doors in %s hours it is %s', async (doorsIn, code) => {
  const { id } = await sold(doorsIn)
  if (code) expect((await refusal(rename('Mia', id, 'New Name'))).code).toBe(code)
  else expect((await rename('Mia', id, 'New Name')).renamesLeft).toBe(2)
})

test('a postponed event has no deadline until it has a date', async () => {
  const { id, eventId } = await sold(20)
  await sql`update public.events set status = 'postponed' where id = ${eventId}`
  expect((await rename('Mia', id, 'New Name')).renamesLeft).toBe(2)
})

test('nobody changes the name on a ticket that is not theirs, that is void or given away', async () => {
  const { id, order } = await sold(100, 2)
  for (const who of ['Sid', 'Gus', 'Ada'] as const)
    expect((await refusal(rename(who, id, 'Sly'))).code).toBe('not_found')
  const visitor = await users.actingAs('visitor')
  const { error } = await visitor.rpc('rename_my_ticket', { p_ticket: id, p_name: 'Sly' })
  expect(error?.code).toBe('42501')
  await sql`update public.tickets set custody = 'offered' where id = ${id}`
  expect((await refusal(rename('Mia', id, 'Sly'))).code).toBe('invalid_state')
  await sql`update public.tickets set custody = 'held' where id = ${id}`
  await sql`select private.void_tickets(array(select id from public.tickets where order_id = ${order.orderId}), 'refunded', false),
    private.end_refunded_order(${order.orderId})`
  expect((await refusal(rename('Mia', id, 'Sly'))).code).toBe('invalid_state')
  expect(await nameOn(id)).not.toBe('Sly')
})

test.each([
  '',
  '   ',
  'x'.repeat(101),
  'Mia\u202eesrever',
  '\u200b',
])('refuses %j as a name', async (name) => {
  const { id } = await sold(100)
  expect((await refusal(rename('Mia', id, name))).code).toBe('name_invalid')
})

test('who has the link of the order changes the names on its tickets, and on no others', async () => {
  const { id, order } = await sold(100)
  const other = await sold(100)
  const p_token_hash = hashToken(makeToken())
  await service.rpc('add_link', { p_purpose: 'order_tickets', p_subject: order.orderId, p_token_hash })
  const byLink = (p_ticket: string, hash = p_token_hash) =>
    call(
      service,
      'rename_ticket_by_link',
      { p_ticket, p_name: 'Link Name', p_token_hash: hash },
      renamedTicketSchema,
    )
  expect((await byLink(id)).renamesLeft).toBe(2)
  expect((await refusal(byLink(other.id))).code).toBe('not_found')
  expect((await refusal(byLink(id, hashToken(makeToken())))).code).toBe('not_found')
  const mia = await users.actingAs('Mia')
  const direct = await mia.rpc('rename_ticket_by_link', { p_token_hash, p_ticket: id, p_name: 'Sly' })
  expect(direct.error?.code).toBe('42501')
})

test('staff need a reason and have no limit, and use up none of the holder’s', async () => {
  const { id } = await sold(2)
  const byStaff = (reason: string | null) =>
    sql`select private.rename_holder(${id}, ${`Name ${Math.random()}`}, true, ${reason}) as result`
  await expect(byStaff(null)).rejects.toThrow('reason_required')
  for (let n = 0; n < 5; n++) await byStaff('Typed wrong at checkout')
  const [kept] =
    await sql`select count(*)::int as n from private.ticket_names where ticket_id = ${id} and by_staff`
  expect(kept?.n).toBe(5)
})

test('the door says the new name', async () => {
  const { id, eventId } = await sold(30)
  await rename('Mia', id, 'Zelda Fitz')
  await sql`update public.events set doors_at = now() - interval '1 minute' where id = ${eventId}`
  const admitted = await call(
    await users.actingAs('Ada'),
    'check_in',
    {
      p_event: eventId,
      p_ticket: id,
      p_generation: 1,
      p_code: null,
      p_scan_uid: crypto.randomUUID(),
      p_gate: '',
      p_method: 'camera',
    },
    z.object({ result: z.string(), firstName: z.string().nullish() }),
  )
  expect(admitted).toMatchObject({ result: 'ok', firstName: 'Zelda' })
})

test('of eight changes at once three get through', async () => {
  const { id } = await sold(100)
  const pool = users.connect(8)
  const endings = await together(
    pool,
    8,
    (tx, n) => tx`select private.rename_holder(${id}, ${`Name ${n}`}, false)`,
  )
  expect(endings.filter(({ result }) => result).length).toBe(3)
  expect(endings.filter(({ refused }) => refused === 'renames_used').length).toBe(5)
})

test('names are erased with their account', async () => {
  const { order, id } = await sold(100)
  const owner = await users.extra()
  await rename('Mia', id, 'Known Name')
  await sql`update public.tickets set owner_id = ${owner} where order_id = ${order.orderId}`
  await sql`update public.orders set owner_id = ${owner} where id = ${order.orderId}`
  // Over, so that nothing keeps the account.
  await sql`update public.events set doors_at = now() - interval '9 hours', starts_at = now() - interval '8 hours',
    ends_at = now() - interval '2 hours' where id = (select event_id from public.orders where id = ${order.orderId})`
  await sql`insert into private.account_deletions (user_id, due_at) values (${owner}, now() - interval '1 day')`
  await service.rpc('anonymise_due', { p_limit: 100 })
  const [kept] = await sql`select from_name, to_name from private.ticket_names where ticket_id = ${id}`
  expect(kept).toEqual({ from_name: 'Erased', to_name: 'Erased' })
})
