import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalStack } from '../scripts/local-stack.ts'
import { freePorts, temporaryFolder } from '../tools/settings.ts'
import { ApiVisitor, newAccountDetails, registered } from './api-visitor.ts'
import { startTestSite, type TestSite } from './test-site.ts'

/**
 * Tests how long a refused sign-in takes, on a stack of its own: only there do passwords cost as much as in production, and
 * nobody else keeps Postgres busy.
 */

let site: TestSite
const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-timing-'))
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const [port, sitePort] = await freePorts()
  delete process.env.AUTH_HASH_COST
  const options = { dataDir, port, siteUrl: `http://localhost:${sitePort}` }
  const stack = await startLocalStack(options, (error) => {
    throw error
  })
  closers.push(stack.stop)
  const started = await startTestSite(stack.ready, { port: sitePort, dataDir }, { LOG_LEVEL: 'silent' })
  closers.push(started.stop)
  site = started.ready
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

// Specification 10.1
test('an unknown name takes as long as a wrong password', async () => {
  const { details } = await registered(site.url)
  const { password, username } = newAccountDetails()
  const times = { unknown: [] as number[], wrong: [] as number[] }
  for (let round = 0; round < 8; round++) {
    for (const [kind, name] of [
      ['unknown', `${username}${round}`],
      ['wrong', details.username],
    ] as const) {
      const visitor = new ApiVisitor(site.url)
      const from = performance.now()
      const { status } = await visitor.post('/api/auth/login', { username: name, password: `${password}x` })
      times[kind].push(performance.now() - from)
      expect(status).toBe(401)
    }
  }
  // Compares the shortest time of each, measured in turns on one machine, because other work only adds time. A
  // missing hash check would make one of them many times faster.
  const ratio = Math.min(...times.unknown) / Math.min(...times.wrong)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
