import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { afterAll, expect, inject, test } from 'vitest'
import { act, askReturn, buyGoods, handOver, makePoint, moveReturn, parcelOf } from './goods.ts'
import { brokenRules } from './invariants.ts'
import { callerOf, randomOf } from './random-lives.ts'
import { Refused } from './selling.ts'
import { openTestUsers, sessionOf } from './test-users.ts'
import { archiveProducts, makeVariant } from './variants.ts'

/**
 * Random lives of goods, all of them from one seed: bought, cancelled, shipped in parts, picked up, lost, sent again, returned.
 * After each the counters of its variants are compared with the stock ledger and with the fulfilments. `GOODS_LIVES=5000` is the
 * whole proof, which takes minutes; each run of the tests does a part of it.
 */

const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const setting = (name: string) => (process.env[name] ? Number(process.env[name]) : undefined)
const lives = setting('GOODS_LIVES') ?? 40
const seed = setting('GOODS_SEED') ?? 20_261_122
const lanes = 4

/** Rows of variants whose counters, shelves or fulfilments do not agree with the ledger; and of orders whose money does not. */
const broken = (lane: Sql, variants: string[], order: string) => lane<{ rule: string; id: string }[]>`
  select 'sold is what was neither cancelled, returned nor lost' as rule, v.id::text from public.product_variants v
  where v.id = any (${variants}) and v.sold <> (
    select coalesce(sum(f.quantity), 0) from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
    where l.variant_id = v.id and f.status not in ('cancelled', 'returned', 'lost'))
  union all
  select 'a shelf is the sum of its entries', s.variant_id::text from public.stock_levels s
  where s.variant_id = any (${variants}) and s.on_hand <> (
    select coalesce(sum(e.units), 0) from public.stock_entries e where e.variant_id = s.variant_id and e.place_id = s.place_id)
  union all
  select 'the shelves are the stock without what is away', v.id::text from public.product_variants v
  where v.id = any (${variants}) and v.stock - (
      select coalesce(sum(f.quantity), 0) from public.fulfilments f join public.order_lines l on l.id = f.order_line_id
      where l.variant_id = v.id and f.status in ('shipped', 'delivered', 'picked_up', 'return_requested', 'return_approved', 'return_received', 'return_rejected'))
    <> (select coalesce(sum(s.on_hand), 0) from public.stock_levels s where s.variant_id = v.id)
  union all
  select 'the units of a line are those bought', l.id::text from public.order_lines l
  where l.order_id = ${order} and l.kind = 'product' and l.quantity <> (
    select coalesce(sum(f.quantity), 0) from public.fulfilments f where f.order_line_id = l.id and f.replaced_by is null)
  union all
  select 'no line gives back more than it cost', e.order_line_id::text from public.ledger_entries e
  where e.order_id = ${order} group by e.order_line_id having sum(e.cents) < 0
  union all
  select 'the order gave back what its refunds say', o.id::text from public.orders o
  where o.id = ${order} and o.refunded_cents <> (
    select coalesce(sum(r.amount_cents), 0) from public.refunds r
    where r.order_id = o.id and r.status not in ('requested', 'rejected', 'withdrawn'))`

test(`${lives} random lives of goods, seed ${seed}: after each the stock ledger is what the counters say`, async () => {
  const claims = JSON.stringify({
    sub: await users.id('Ada'),
    role: 'authenticated',
    session_id: sessionOf(await users.accessToken('Ada')),
  })
  const outcomes: Record<string, number> = {}
  const lane = async (number: number) => {
    const random = randomOf(seed * 31 + number)
    const own = users.connect(1)
    // Losing the last commits in a crash would not matter here, and waiting for the disk takes longer than the steps.
    await own`select set_config('synchronous_commit', 'off', false)`
    const ada = callerOf(own, claims)
    const server = callerOf(own, null)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const variants = await Promise.all(
      [1, 2, 3].map(() => makeVariant(sql, { stock: 100_000, priceCents: 1999 })),
    )
    const ids = variants.map(({ variantId }) => variantId)
    const pointId = await makePoint(sql, null)
    const owners = await Promise.all([1, 2, 3, 4].map(() => users.extra()))
    for (let life = number; life < lives; life += lanes) {
      const owner = pick(owners) ?? ''
      const chosen = variants.filter(() => random() < 0.6)
      const bought = await buyGoods(
        server,
        own,
        owner,
        (chosen.length > 0 ? chosen : variants.slice(0, 1)).map(({ variantId }) =>
          random() < 0.6
            ? { variantId, quantity: 1 + Math.floor(random() * 4), delivery: 'ship' }
            : { variantId, quantity: 1 + Math.floor(random() * 4), delivery: 'pickup', pointId },
        ),
      )
      const steps: string[] = []
      const step = async (name: string, work: () => Promise<unknown>) => {
        let outcome = 'ok'
        try {
          await work()
        } catch (error) {
          if (!(error instanceof Refused))
            throw new Error(`life ${life}: ${[...steps, name].join(', ')}: ${String(error)}`)
          outcome = error.code
        }
        steps.push(`${name}: ${outcome}`)
        outcomes[`${name}: ${outcome}`] = (outcomes[`${name}: ${outcome}`] ?? 0) + 1
      }
      for (let turn = 0; turn < 2 + Math.floor(random() * 7); turn += 1) {
        const things = await own<
          { id: string; status: string; quantity: number; delivery: string; returnId: string | null }[]
        >`
          select f.id, f.status, f.quantity, f.delivery, r.id as "returnId" from public.fulfilments f
          left join public.returns r on r.fulfilment_id = f.id
          where f.order_id = ${bought.orderId} and f.replaced_by is null order by f.order_line_id, f.created_at, f.quantity, f.status`
        const thing = pick(things)
        if (!thing) break
        const { id, status, quantity, delivery, returnId } = thing
        const chance = random()
        const units = 1 + Math.floor(random() * quantity)
        if (status === 'unfulfilled' || status === 'packing') {
          if (chance < 0.15) await step('cancel', () => act(ada, 'cancel', [id]))
          else if (delivery === 'pickup')
            await (chance < 0.5
              ? step('ready', () => act(ada, 'ready', [id]))
              : step('hand over', () => handOver(ada, null, [id], randomUUID(), pointId)))
          else if (chance < 0.35 && status === 'unfulfilled') await step('pack', () => act(ada, 'pack', [id]))
          else if (chance < 0.65)
            await step('ship a part', () => act(ada, 'ship', [id], parcelOf(id, { [id]: units })))
          else await step('ship', () => act(ada, 'ship', [id], parcelOf(id)))
        } else if (status === 'ready_for_pickup')
          await (chance < 0.2
            ? step('cancel what is ready', () => act(ada, 'cancel', [id]))
            : step('hand over', () => handOver(ada, null, [id], randomUUID(), pointId)))
        else if (status === 'shipped')
          await (chance < 0.25
            ? step('lose', () => act(ada, 'lost', [id]))
            : step('deliver', () => act(ada, 'delivered', [id])))
        else if (status === 'lost')
          await (chance < 0.5
            ? step('send again', () => act(ada, 'resend', [id]))
            : step('refund what was lost', () => act(ada, 'refund', [id])))
        else if (status === 'delivered' || status === 'picked_up')
          await step('ask to return', () => askReturn(server, owner, bought.code, id, { units }))
        else if (status === 'return_requested' && returnId)
          await (chance < 0.2
            ? step('decline', () => moveReturn(ada, returnId, 'return_rejected'))
            : step('approve', () => moveReturn(ada, returnId, 'return_approved')))
        else if (status === 'return_approved' && returnId)
          await step('receive', () => moveReturn(ada, returnId, 'return_received'))
        else if (status === 'return_received' && returnId)
          await (chance < 0.5
            ? step('restock', () => moveReturn(ada, returnId, 'restocked'))
            : step('write off', () => moveReturn(ada, returnId, 'written_off')))
        else await step('ship what is over', () => act(ada, 'ship', [id], parcelOf(id)))
      }
      expect(await broken(own, ids, bought.orderId), `life ${life}: ${steps.join(', ')}`).toEqual([])
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  if (lives >= 1000) console.log(outcomes)
  if (lives >= 5000)
    for (const name of [
      'cancel',
      'ship a part',
      'lose',
      'send again',
      'refund what was lost',
      'restock',
      'write off',
      'decline',
      'hand over',
    ])
      expect(outcomes[`${name}: ok`], name).toBeGreaterThan(0)
}, 1_800_000)
