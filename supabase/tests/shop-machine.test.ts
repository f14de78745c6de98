import { afterAll, describe, expect, inject, test } from 'vitest'
import { buyGoods } from './goods.ts'
import { brokenRules } from './invariants.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/** The states of what is handed over and shipped, held against the picture of them below, row by row. */
const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const states = [
  'unfulfilled',
  'packing',
  'shipped',
  'delivered',
  'ready_for_pickup',
  'picked_up',
  'cancelled',
  'return_requested',
  'return_approved',
  'return_received',
  'returned',
  'return_rejected',
  'lost',
]
const roles = ['buyer', 'admin', 'door', 'system']

/** Every legal move: who may make it, and for which delivery. */
const legal: Record<string, string> = {
  'unfulfilled > packing': 'admin · ship',
  'packing > shipped': 'admin · ship',
  'shipped > delivered': 'admin system · ship',
  'shipped > lost': 'admin system · ship',
  'unfulfilled > ready_for_pickup': 'admin door system · pickup',
  'ready_for_pickup > picked_up': 'admin door · pickup',
  'ready_for_pickup > unfulfilled': 'admin buyer system · pickup',
  'unfulfilled > cancelled': 'admin buyer system · ship pickup',
  'packing > cancelled': 'admin buyer system · ship pickup',
  'lost > cancelled': 'admin · ship',
  'delivered > return_requested': 'buyer · ship pickup',
  'picked_up > return_requested': 'buyer · ship pickup',
  'return_requested > return_approved': 'admin · ship pickup',
  'return_requested > return_rejected': 'admin · ship pickup',
  'return_approved > return_received': 'admin · ship pickup',
  'return_received > returned': 'admin · ship pickup',
}

function expectedOf(from: string, to: string, role: string, delivery: string): string {
  const row = legal[`${from} > ${to}`]
  if (!row?.split(' · ')[1]?.split(' ').includes(delivery)) return 'invalid_state'
  return row.split(' · ')[0]?.split(' ').includes(role) ? 'ok' : 'not_allowed'
}

describe('moves', () => {
  test('every move by every role is made or refused as the picture says, and logged when it is made', async () => {
    const { variantId } = await makeVariant(sql)
    const { fulfilments } = await buyGoods(service, sql, await users.extra(), [
      { variantId, quantity: 1, delivery: 'ship' },
    ])
    const id = fulfilments[0]?.id ?? ''
    const undone = new Error('undone')
    const seen: Record<string, string> = {}
    await sql
      .begin(async (tx) => {
        const [order] = await tx<
          { id: string }[]
        >`select order_id as id from public.fulfilments where id = ${id}`
        const [shipment] = await tx<{ id: string }[]>`
          insert into public.shipments (order_id, number, carrier) values (${order?.id ?? ''}, 1, 'other') returning id`
        await tx.unsafe(`
          create function pg_temp.try_move(p_from text, p_to text, p_as text, p_delivery text) returns text language plpgsql as $f$
          declare v_to text; v_logged int;
          begin
            begin
              update public.fulfilments set status = p_from, delivery = p_delivery, shipment_id = '${shipment?.id}',
                cancelled_at = case when p_from = 'cancelled' then now() end,
                handed_at = case when p_from in ('delivered', 'picked_up') or p_from like 'return%' then now() end
              where id = '${id}';
              perform private.move_fulfilment('${id}', p_to, p_as, 'a test');
              select status into v_to from public.fulfilments where id = '${id}';
              select count(*) into v_logged from private.state_log
              where entity_id = '${id}' and from_state = p_from and to_state = p_to and reason = 'a test';
              raise exception 'done' using errcode = 'P0001', detail = case when v_to = p_to and v_logged = 1 then 'ok' else 'not logged' end;
            exception
              when sqlstate 'PGRST' then return sqlerrm::jsonb ->> 'message';
              when sqlstate 'P0001' then get stacked diagnostics v_to = pg_exception_detail; return v_to;
            end;
          end $f$`)
        const tried = await tx<{ move: string; result: string }[]>`
          select concat_ws(' ', f, t, r, d) as move, pg_temp.try_move(f, t, r, d) as result
          from unnest(${states}::text[]) f, unnest(${states}::text[]) t, unnest(${roles}::text[]) r, unnest('{ship,pickup}'::text[]) d`
        for (const { move, result } of tried) seen[move] = result
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    const wanted: Record<string, string> = {}
    for (const from of states)
      for (const to of states)
        for (const role of roles)
          for (const delivery of ['ship', 'pickup'])
            wanted[`${from} ${to} ${role} ${delivery}`] = expectedOf(from, to, role, delivery)
    expect(seen).toEqual(wanted)
  })

  test('cancelled, returned and turned down are ends; so is what was lost and sent again', () => {
    const ends = states.filter((state) => !Object.keys(legal).some((move) => move.startsWith(`${state} >`)))
    expect(ends).toEqual(['cancelled', 'returned', 'return_rejected'])
  })
})

describe('a split', () => {
  test('sets units apart with their own history; the quantities stay those of the line', async () => {
    const { variantId } = await makeVariant(sql)
    const { orderId, fulfilments } = await buyGoods(service, sql, await users.extra(), [
      { variantId, quantity: 5, delivery: 'ship' },
    ])
    const id = fulfilments[0]?.id ?? ''
    const part = async (units: number) => {
      const [row] = await sql<{ id: string }[]>`select private.split_fulfilment(${id}, ${units}) as id`
      return row?.id ?? ''
    }
    const apart = await part(2)
    expect(apart).not.toBe(id)
    expect(await part(3)).toBe(id)
    await sql`select private.move_fulfilment(${apart}, 'packing', 'admin')`
    expect(
      await sql`select quantity, status from public.fulfilments where order_id = ${orderId} order by quantity`,
    ).toEqual([
      { quantity: 2, status: 'packing' },
      { quantity: 3, status: 'unfulfilled' },
    ])
    await expect(part(4)).rejects.toMatchObject({ message: expect.stringContaining('invalid') })
    await expect(part(0)).rejects.toMatchObject({ message: expect.stringContaining('invalid') })
  })
})
