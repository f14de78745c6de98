import { afterAll, expect, inject, test } from 'vitest'
import { brokenRules } from './invariants.ts'
import { runOrderLives } from './order-lives.ts'
import { openTestUsers } from './test-users.ts'
import { archiveProducts } from './variants.ts'

/**
 * Random lives of orders. A failure names the lane, the life and its steps. `LIVES_SEED=<seed> LIVES_LANE=<lane>` runs one lane
 * again, which does the same as before. `LIVES=10000` is the whole proof, which takes minutes and also wants every kind of
 * outcome; each run of the tests does a part of it.
 */

const users = openTestUsers(inject('stack'))
const { sql } = users
afterAll(async () => {
  await archiveProducts(sql)
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const setting = (name: string) => (process.env[name] ? Number(process.env[name]) : undefined)
const lives = setting('LIVES') ?? 2000
const seed = setting('LIVES_SEED') ?? 20_261_122

/** Says what has to happen among so many lives, or they would prove little. */
const expected = [
  'add-on: cancel: ok',
  'add-on: hand over: ok',
  'Abe approves: approved',
  'Abe turns down: rejected',
  'Ada approves: refused second_person_required',
  'again succeeded: paid',
  'ask for a supplement: ok',
  'begin to pay a supplement: ok',
  'change the type: ok',
  'call off a supplement: ok',
  'choices are over: ok',
  'choose: ok',
  'confirm a refund by hand: ok',
  'dispute_lost: disputed',
  'dispute_open: disputed',
  'dispute_won: disputed',
  'edit: ok',
  'event cancelled: ok',
  'event has a new date: ok',
  'event postponed: ok',
  'event published again: ok',
  'expired: cancelled',
  'failed: failed',
  'deliver: ok',
  'give back: released',
  'goods: cancel as buyer: ok',
  'goods: cancel: ok',
  'goods: delivered: ok',
  'goods: hand over: ok',
  'goods: lost: ok',
  'goods: ask to return: ok',
  'goods: refund: ok',
  'goods: resend: ok',
  'goods: restocked: returned',
  'goods: ship: ok',
  'goods: written_off: returned',
  'hold with a code: ok',
  'no date in time: ok',
  'order: paid',
  'processing: processing',
  'refund a part: approved',
  'refund a ticket: approved',
  'refund all: approved',
  'refund all: requested',
  'refund at the provider: refunded',
  'refund sent: failed: ok',
  'refund sent: succeeded: ok',
  'reissue: ok',
  'retry a refund: ok',
  'return tickets: approved',
  'return tickets: requested',
  'scan: blocked',
  'scan: ok',
  'scan: old_code',
  'scan: void_refunded',
  'succeeded: paid',
  'succeeded: refunding',
  'undo a scan: undone',
  'wrong succeeded: parked',
]

test(`${lives} random lives of orders, seed ${seed}: after each, every rule of its money, tickets and places holds`, async () => {
  const { outcomes, rescued } = await runOrderLives(
    users,
    { seed, lives, lanes: 6, parts: 4, only: setting('LIVES_LANE') },
    async () => expect(await brokenRules(sql)).toEqual([]),
  )
  if (lives < 10_000) return
  expect(expected.filter((outcome) => !outcomes[outcome])).toEqual([])
  expect(rescued).toBeGreaterThan(0)
}, 1_800_000)
