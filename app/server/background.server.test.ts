import { pino } from 'pino'
import { expect, it } from 'vitest'
import { startTask } from './background.server.ts'

const log = pino({ level: 'silent' })
const soon = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true)

it('runs again and again, and at once when there is more to do', async () => {
  let runs = 0
  const task = startTask({ name: 'count', everyMs: 60_000, log, run: async () => ++runs < 5 })
  await soon(() => runs === 5)
  await task.stop()
  expect(runs).toBe(5)
})

it('survives a failure', async () => {
  let runs = 0
  const task = startTask({
    name: 'fail',
    everyMs: 1,
    log,
    run: async () => {
      runs++
      throw new Error('not now')
    },
  })
  await soon(() => runs > 3)
  await task.stop()
})

it('never runs twice at once, and ends what it began before it stops', async () => {
  let inside = 0
  let most = 0
  let finished = 0
  const task = startTask({
    name: 'slow',
    everyMs: 1,
    log,
    run: async () => {
      inside++
      most = Math.max(most, inside)
      await new Promise((resolve) => setTimeout(resolve, 20))
      inside--
      finished++
      return true
    },
  })
  await soon(() => finished > 2)
  await task.stop()
  expect(most).toBe(1)
  expect(inside).toBe(0)
})
