import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { limitNames } from '#server/rate-limit.server.ts'
import { openTestUsers } from './test-users.ts'

/** Checks the limits against abuse: their rows, and the one rule that all of them keep. */

const users = openTestUsers(inject('stack'))
const { sql, service } = users
afterAll(() => users.close())

type Limit = {
  name: string
  what: string
  counts: string
  subject: string | null
  most: number | null
  window: number | null
  slows: number | null
  closes: number | null
  networkWindow: number | null
}
let limits: Limit[] = []
beforeAll(async () => {
  limits = await sql<Limit[]>`
    select name, what, counts, subject, most, window_seconds as window, network_slows_at as slows, network_closes_at as closes,
      network_window_seconds as "networkWindow" from private.limits`
})

/** Limits that SQL functions ask by themselves. */
const inSql = [
  'assistant_brand',
  'assistant_day',
  'assistant_hour',
  'assistant_person',
  'comment',
  'declined_payment',
  'chat_message',
  'door_search',
  'door_view',
  'held_units',
  'hold',
  'post',
  'post_report',
  'reaction',
]

const consume = async (name: string, subject: string | null, network: string | null) => {
  const { data, error } = await service.rpc('consume_limit', {
    p_name: name,
    p_subject: subject,
    p_network: network,
  })
  if (error) throw error
  return data
}

/** Sets how many attempts of a network were counted. */
const countNetwork = (name: string, network: string, taken: number) => sql`
  insert into private.rate_limits (key, taken, window_ends_at) values (${`${name}@${network}`}, ${taken}, now() + interval '10 minutes')
  on conflict (key) do update set taken = excluded.taken`

function span(seconds: number | null): string {
  if (seconds === null) return ' at a time'
  const units: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  const [size, unit] = units.find(([length]) => seconds % length === 0) ?? [1, 'second']
  const count = seconds / size
  return ` in ${count} ${unit}${count === 1 ? '' : 's'}`
}

test('docs/operations.md lists exactly the rows', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8')
  const rows = limits.map((limit) => {
    const subject = limit.most === null ? '' : `${limit.subject}: ${limit.most}${span(limit.window)}`
    const slows = limit.slows === null ? '' : `${limit.slows}${span(limit.networkWindow)}`
    const closes = limit.closes === null ? '' : `${limit.closes}${span(limit.networkWindow)}`
    return `| \`${limit.name}\` | ${limit.what} | ${limit.counts} | ${subject} | ${slows} | ${closes} |`
  })
  const listed = page.split('\n').filter((line) => /^\| `[a-z_]+` \|.*\|.*\|.*\|.*\|.*\|$/.test(line))
  expect(listed.sort()).toEqual(rows.sort())
})

test('each row is asked by the server or by a selling function, and no other name is asked', () => {
  expect(limits.map(({ name }) => name).sort()).toEqual([...limitNames, ...inSql].sort())
})

test('two hundred people behind one address do what is limited, and nobody waits', async () => {
  const crowd = limits.filter(
    ({ networkWindow, counts }) => networkWindow !== null && counts !== 'declined payments',
  )
  expect(crowd.length).toBeGreaterThan(15)
  for (const { name } of crowd) {
    const network = randomUUID()
    const [told] = await sql`
      select count(*)::int as people, bool_and((r.c ->> 'allowed')::boolean and r.c ->> 'delay_seconds' = '0') as "allPass"
      from generate_series(1, 200) n, lateral (select public.consume_limit(${name}, ${network} || n, ${network}) as c offset 0) r`
    expect(told, name).toEqual({ people: 200, allPass: true })
  }
})

test('who has tried too often is closed alone: others of the network go on', async () => {
  for (const { name, most } of limits) {
    if (most === null) continue
    const [one, other, network] = [randomUUID(), randomUUID(), randomUUID()]
    const [{ passed } = {}] = await sql`
      select count(*) filter (where (r.c ->> 'allowed')::boolean)::int as passed
      from generate_series(1, ${most + 3}) n,
        lateral (select public.consume_limit(${name}, ${one}, case when n > 0 then ${network} end) as c) r`
    expect([passed, (await consume(name, other, network)).allowed], name).toEqual([most, true])
  }
})

describe('a network', () => {
  test('slows a second more for every 50, five at most, and is never closed by wrong answers', async () => {
    const guesses = limits.filter(({ counts, slows }) => counts === 'wrong answers' && slows !== null)
    expect(guesses.map(({ name }) => name).sort()).toEqual(['event_password', 'promo_code', 'sign_in'])
    for (const { name, slows } of guesses) {
      const network = randomUUID()
      for (const [over, delay] of [
        [-1, 0],
        [0, 1],
        [99, 3],
        [5000, 5],
      ] as const) {
        await countNetwork(name, network, (slows ?? 0) + over)
        expect(await consume(name, randomUUID(), network), name).toEqual({
          allowed: true,
          retry_after_seconds: 0,
          delay_seconds: delay,
        })
      }
    }
  })

  test('closes where requests cost something, only for those who count under it', async () => {
    const { name, closes } = limits.find(({ name }) => name === 'newsletter') ?? { name: '', closes: 0 }
    const network = randomUUID()
    await countNetwork(name, network, closes ?? 0)
    const refused = await consume(name, randomUUID(), network)
    expect([refused.allowed, refused.retry_after_seconds > 500]).toEqual([false, true])
    expect((await consume(name, randomUUID(), null)).allowed).toBe(true)
  })
})

test('attempts are counted exactly under parallel calls; a window ends; right answers and a reset are taken off', async () => {
  const subject = randomUUID()
  const key = `second_step:${subject}`
  const results = await Promise.all(Array.from({ length: 40 }, () => consume('second_step', subject, null)))
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(10)
  for (const { allowed, retry_after_seconds: wait } of results)
    expect(allowed ? wait === 0 : wait > 0 && wait <= 900).toBe(true)
  await sql`update private.rate_limits set window_ends_at = clock_timestamp() where key = ${key}`
  expect((await consume('second_step', subject, null)).allowed).toBe(true)
  await service.rpc('refund_limit', { p_name: 'second_step', p_subject: subject, p_network: null })
  expect(await sql`select taken from private.rate_limits where key = ${key}`).toEqual([{ taken: 0 }])
  await service.rpc('reset_limit', { p_name: 'second_step', p_subject: subject })
  expect(await sql`select 1 from private.rate_limits where key = ${key}`).toHaveLength(0)
  const unknown = await service.rpc('consume_limit', { p_name: 'x', p_subject: subject, p_network: null })
  expect(unknown.error?.code).toBe('P0002')
})
