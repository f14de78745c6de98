import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { findNamedStates } from '../../scripts/named-states.ts'
import { generateCampaignStates, generatePostStates, generateStates } from '../../scripts/state-lists.ts'
import { root } from '../../tools/settings.ts'
import { openTestUsers } from './test-users.ts'

/** Holds that states are data: rows of tables, questions written from them, and nothing that names states instead of asking. */
const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
afterAll(() => users.close())

const entities = [
  'order',
  'ticket',
  'fulfilment',
  'comp',
  'waitlist_entry',
  'post',
  'stream',
  'campaign',
] as const

test('app/core/states.ts is generated from the tables of states (npm run database -- types)', async () => {
  expect(readFileSync(join(root, 'app/core/states.ts'), 'utf8')).toBe(await generateStates(stack.dbUrl))
  expect(readFileSync(join(root, 'app/core/post-states.ts'), 'utf8')).toBe(
    await generatePostStates(stack.dbUrl),
  )
  expect(readFileSync(join(root, 'app/core/campaign-states.ts'), 'utf8')).toBe(
    await generateCampaignStates(stack.dbUrl),
  )
})

test.each(entities)('each question about a state of %s is answered by its row', async (entity) => {
  const table = `private.${entity}_states`
  const questions = await sql<{ name: string }[]>`
    select a.attname as name from pg_attribute a
    where a.attrelid = ${table}::regclass and a.attnum > 0 and a.atttypid = 'boolean'::regtype`
  expect(questions.length).toBeGreaterThan(0)
  for (const { name } of questions) {
    const answers = await sql`
      select s.state, s.${sql(name)} as row, private.${sql(`${entity}_${name}`)}(s.state) as answer from ${sql(table)} s`
    for (const { state, row, answer } of answers) expect([name, state, answer]).toEqual([name, state, row])
    expect(new Set(answers.map(({ row }) => row)), `${name} tells states apart`).toEqual(
      new Set([true, false]),
    )
  }
  const [known] = await sql`
    select bool_and(private.${sql(`is_${entity}_state`)}(s.state)) as all, private.${sql(`is_${entity}_state`)}('unheard_of') as other
    from ${sql(table)} s`
  expect(known).toEqual({ all: true, other: false })
})

test.each([
  'authenticated',
  'service_role',
])('the planner puts the answer in place of the question: %s', async (role) => {
  const plan = await sql.begin(async (asked) => {
    await asked`set local role ${asked(role)}`
    return asked`
      explain (format json)
      select 1 from public.orders o where private.order_is_open(o.status) and not private.order_is_paying(o.status)`
  })
  expect(JSON.stringify(plan)).toContain("'processing'")
  expect(JSON.stringify(plan)).not.toContain('order_is_')
})

test('the index of open orders is found by the question', async () => {
  const [plan] = await sql.begin(async (asked) => {
    // Without a sort, an index that has them by age answers; one of all orders costs more than that of open ones.
    await asked`select set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`
    return asked`explain (format json) select 1 from public.orders o where private.order_is_open(o.status) order by o.created_at`
  })
  expect(JSON.stringify(plan)).toContain('orders_open')
})

/** Functions that name states in a list, and why. */
const named: Record<string, string> = {
  list_fulfilments: 'each tab of the shop desk is one step of the way of goods, or two',
}

test('nothing compares a state with a list of names, or an order or a ticket with the name of its state', () => {
  const found = findNamedStates()
  expect(found.filter(({ place }) => !Object.hasOwn(named, place))).toEqual([])
  // an exception that nothing needs is taken out
  expect([...new Set(found.map(({ place }) => place))]).toEqual(Object.keys(named))
})
