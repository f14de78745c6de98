import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { stackSettings } from '../../scripts/local-stack.ts'
import { localSecrets, readSettings, root, temporaryFolder } from '../../tools/settings.ts'
import { openTestUsers } from './test-users.ts'

/** The queue under workers that are processes of their own, one of which is killed and one of which stops. */

const stack = inject('stack')
const users = openTestUsers(stack)
const { sql } = users
const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-jobs-'))
const file = join(folder, 'runs')
const kind = `test_${randomUUID().replaceAll(/[^a-f]/g, '')}_proof`
const jobCount = 300

beforeAll(async () => {
  await sql`insert into private.job_kinds (kind, lease, most_attempts, first_pause, longest_pause)
    values (${kind}, '5 seconds', 5, '1 second', '2 seconds')`
})
afterAll(async () => {
  await sql`delete from private.jobs where kind = ${kind}`
  await sql`delete from private.job_kinds where kind = ${kind}`
  await users.close()
  rmSync(folder, { recursive: true, force: true })
})

const startWorker = (name: string): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'job-worker.ts'), file, kind, name], {
    cwd: root,
    env: {
      ...process.env,
      ...localSecrets(readSettings(), folder),
      ...stackSettings(stack),
      SITE_MODE: 'local',
      SITE_URL: 'http://localhost',
      BACKGROUND_JOBS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const ended = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)))

/** Runs so far: what happened (began, ended), to which key, in which worker. */
const runs = () =>
  (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
const endedKeys = () => runs().flatMap(([what, key]) => (what === 'ended' ? [key] : []))

test('three workers, one killed and one stopped while they run 300 jobs: all are done, only what the killed one had in hand begins again', async () => {
  await sql`select private.enqueue_job(${kind}, n::text, jsonb_build_object('n', n)) from generate_series(1, ${jobCount}::int) n`
  const doomed = startWorker('doomed')
  const leaving = startWorker('leaving')
  const staying = startWorker('staying')
  const ends = [doomed, leaving, staying].map(ended)
  await expect
    .poll(() => new Set(runs().map(([, , name]) => name)).size === 3 && endedKeys().length > 60, {
      interval: 50,
    })
    .toBe(true)
  doomed.kill('SIGKILL')
  leaving.kill('SIGTERM')
  expect(await Promise.all(ends.slice(0, 2))).toEqual(['SIGKILL', 'code 0'])

  await expect
    .poll(async () => (await sql`select 1 from private.jobs where kind = ${kind} limit 1`).length, {
      interval: 250,
      timeout: 120_000,
    })
    .toBe(0)
  staying.kill('SIGTERM')
  expect(await ends[2]).toBe('code 0')

  expect(new Set(endedKeys()).size).toBe(jobCount)
  const begun = (by: (name: string) => boolean) =>
    runs().flatMap(([what, key = '', name = '']) => (what === 'began' && by(name) ? [key] : []))
  const unfinished = begun((name) => name === 'doomed').filter(
    (key) => !runs().some(([what, other, name]) => what === 'ended' && other === key && name === 'doomed'),
  )
  // What the killed worker had in hand, its failures of the first attempt left aside, and nothing of the one that stopped.
  const lost = new Set(unfinished.filter((key) => Number(key) % 7 !== 0))
  expect(lost.size).toBeLessThanOrEqual(3)
  const twice = endedKeys().filter((key, at, all) => all.indexOf(key) !== at)
  // It may have ended a job and not have reported it.
  expect(twice.length).toBeLessThanOrEqual(3)
  expect(twice.every((key) => begun((name) => name === 'doomed').includes(key ?? ''))).toBe(true)
})
