import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePorts, portIsFree, root, temporaryFolder } from '../tools/settings.ts'

/** Tests `npm start` and `npm run reset` as a user runs them, with their own data and ports. */

const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-launcher-'))
// Postgres' own user must be able to enter it; else the data would be stored outside of it.
chmodSync(folder, 0o711)
const dataDir = join(folder, 'data')
let stackPort: number
let port: number
const launched: ChildProcess[] = []

beforeAll(async () => {
  ;[stackPort, port] = await freePorts()
})
afterAll(() => {
  for (const child of launched) if (child.exitCode === null) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Launched = { child: ChildProcess; output(): string; ended: Promise<number | null> }

/** Runs the launcher as npm does, or npm itself. */
function launch(
  command: string,
  settings: Record<string, string> = {},
  program = ['node', 'scripts/launch.mjs'],
): Launched {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    STACK_PORT: String(stackPort),
    LOG_LEVEL: 'error',
  }
  for (const name of [
    'SUPABASE_URL',
    'SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'SITE_URL',
    'SMTP_URL',
    'NODE_ENV',
  ])
    delete env[name]
  const [file = 'node', ...args] = [...program, command]
  const child = spawn(file, args, { cwd: root, env: { ...env, ...settings } })
  launched.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (text += String(data)))
  return { child, output: () => text.trim(), ended: new Promise((ended) => child.on('close', ended)) }
}

async function open(started: Launched): Promise<void> {
  const stopped = started.ended.then(() => {
    throw new Error(`it ended: ${started.output()}`)
  })
  stopped.catch(() => undefined)
  await Promise.race([
    stopped,
    expect.poll(started.output, { timeout: 240_000, interval: 100 }).toContain('Ctrl-C stops everything'),
  ])
}

/** Ids of the processes that a launcher started, itself first. */
function family(pid: number): number[] {
  const pairs = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const)
  const found = [pid]
  for (const id of found) found.push(...pairs.filter(([, parent]) => parent === id).map(([child]) => child))
  return found
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

function isRunning(pid: number): boolean {
  try {
    // Counts a zombie as ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

const stackFile = 'supabase/embedded/main.ts'

/** Finds the process of a launcher that runs a TypeScript file. */
function childRunning(started: Launched, file: string): number | undefined {
  return family(started.child.pid ?? 0).find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(file)
    } catch {
      return false
    }
  })
}

/** Waits until the launcher runs another stack than the killed one, with so many processes in all. */
async function restarted(started: Launched, killed: number, processes: number): Promise<void> {
  const running = () => {
    const pid = childRunning(started, stackFile)
    return pid && pid !== killed ? family(pid).length : 0
  }
  await expect.poll(running, { interval: 1 }).toBeGreaterThanOrEqual(processes)
}

const untilEnded = async (pids: number[]) => {
  await expect.poll(() => pids.filter(isRunning), { interval: 100 }).toEqual([])
}

describe('start', () => {
  const health = async () => {
    const response = await fetch(`http://localhost:${port}/healthz`)
    return [response.status, await response.json()]
  }
  const healthy = [200, { status: 'ok', api: 'ok', database: 'ok' }]
  const seededAt = () => statSync(join(dataDir, 'seeded')).mtimeMs

  // One life: a start takes seconds, and each part begins where the one before ended.
  test('says where it is; after kill -9 its children go and the next start finds all in order; a part that dies is started again; SIGTERM ends all', async () => {
    // By npm, on an empty data folder.
    const first = launch('start', {}, ['npm', 'run', '--silent'])
    await open(first)
    expect(first.output()).toContain(`http://localhost:${port}`)
    expect(first.output()).toContain(`http://127.0.0.1:${stackPort + 3}`)
    expect(first.output()).toMatch(/ada {2}admin/)
    expect(first.output()).toMatch(
      /database and API [\d.]+ s, .*site [\d.]+ s, first page [\d.]+ s; [\d.]+ s in all/,
    )
    for (const step of ['database and API', 'migrations', 'demo data', 'build', 'site', 'first page'])
      expect(first.output()).toMatch(new RegExp(`^ *${step} +[\\d.]+ s$`, 'm'))
    expect(await health()).toEqual(healthy)
    // The launcher listens on localhost only: a second loopback address stands for a network's.
    await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow('fetch failed')
    const seeded = seededAt()

    let running = first
    for (const killed of ['npm', 'the launcher']) {
      const pids = family(running.child.pid ?? 0)
      expect(pids.length, killed).toBeGreaterThan(4)
      running.child.kill('SIGKILL')
      running = launch('start')
      await open(running)
      await untilEnded(pids)
      expect(await health(), `after kill -9 of ${killed}`).toEqual(healthy)
      // Seeded once, not again.
      expect(seededAt()).toBe(seeded)
    }

    const status = async () => (await fetch(`http://localhost:${port}/healthz`).catch(() => null))?.status
    const api = async () => {
      const response = await fetch(`http://127.0.0.1:${stackPort}/auth/v1/health`).catch(() => null)
      return response !== null && response.status < 500
    }
    for (const file of ['server.ts', stackFile]) {
      const pid = childRunning(running, file) ?? 0
      process.kill(pid, 'SIGKILL')
      await untilEnded([pid])
      // The site's health is cached, so it may report an earlier state for a while.
      await expect.poll(api, { timeout: 240_000, interval: 100 }).toBe(true)
      await expect.poll(status, { timeout: 240_000, interval: 100 }).toBe(200)
    }

    const pids = family(running.child.pid ?? 0)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    await untilEnded(pids)
    for (const one of [port, stackPort, stackPort + 1]) expect(await portIsFree(one, undefined)).toBe(true)
  })

  test.each([
    ['before the next stack is started', (_: Launched, killed: number) => untilEnded([killed])],
    [
      'when the next stack process is there',
      (started: Launched, killed: number) => restarted(started, killed, 1),
    ],
    [
      'when the next stack has a child process',
      (started: Launched, killed: number) => restarted(started, killed, 2),
    ],
  ])('SIGTERM after kill -9 of the stack, %s, leaves no process', async (_, moment) => {
    const started = launch('start')
    await open(started)
    const pids = family(started.child.pid ?? 0)
    const stack = childRunning(started, stackFile) ?? 0
    process.kill(stack, 'SIGKILL')
    await moment(started, stack)
    pids.push(...family(started.child.pid ?? 0))
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    // The launcher ends last, so every child has ended.
    expect(pids.filter(isRunning)).toEqual([])
    for (const one of [port, stackPort, stackPort + 1]) expect(await portIsFree(one, undefined)).toBe(true)
  })

  test('SIGTERM while the stack starts for the first time leaves no process', async () => {
    const started = launch('start', { DATA_DIR: join(folder, 'stopped') })
    await expect.poll(() => portIsFree(stackPort + 1, undefined), { interval: 10 }).toBe(false)
    const pids = family(started.child.pid ?? 0)
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
    for (const one of [port, stackPort, stackPort + 1]) expect(await portIsFree(one, undefined)).toBe(true)
  })

  test('with a Supabase project in the settings, the embedded stack does not start', async () => {
    const stack = inject('stack')
    const other = join(folder, 'other')
    const started = launch('start', {
      DATA_DIR: other,
      SUPABASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      SUPABASE_SECRET_KEY: stack.secretKey,
      BACKGROUND_JOBS: 'off',
    })
    await open(started)
    expect(started.output()).toContain(stack.url)
    expect(started.output()).not.toMatch(/Mailbox|ada {2}admin/)
    expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
    expect(await portIsFree(stackPort, undefined)).toBe(true)
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
  })
})

describe('what can not be started is explained in one sentence', () => {
  /** Runs the launcher to its end and returns the one line that it printed beside those of steps that were done. */
  async function refusal(command: string, settings: Record<string, string>): Promise<string> {
    const { ended, output } = launch(command, settings)
    expect(await ended).toBe(1)
    const lines = output()
      .split('\n')
      .filter((line) => !/^ *[\w ]+ [\d.]+ s$/.test(line))
    expect(lines, output()).toHaveLength(1)
    expect(lines[0]).toMatch(/^[A-Z].*[.]$/)
    return lines[0] ?? ''
  }

  test.each([0, 1])('a port in use (of the site, of Postgres): %i', async (which) => {
    const taken = which === 0 ? port : stackPort + 1
    const other = createServer().listen(taken)
    try {
      expect(await refusal('start', {})).toContain(`ort ${taken}`)
    } finally {
      await new Promise((closed) => other.close(closed))
    }
  })

  test('an invalid setting', async () => {
    expect(await refusal('start', { PORT: 'three thousand' })).toMatch(/^PORT must be a whole number/)
    expect(await refusal('dev', { SITE_URL: 'jouvay' })).toMatch(/^SITE_URL must be/)
    for (const command of ['start', 'dev'])
      expect(await refusal(command, { SITE_URL: 'https://jouvay.com' })).toMatch(
        /: set SITE_MODE=production \(or staging/,
      )
  })

  test('a data folder that can not be written', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await refusal('start', { DATA_DIR: join(file, 'data') })).toContain('DATA_DIR')
  })

  test('production without its own secrets, or with test payments', async () => {
    const real = { NODE_ENV: 'production', SITE_URL: 'https://jouvay.example' }
    expect(await refusal('start', { ...real, PAYMENT_PROVIDER: 'test' })).toMatch(/^PAYMENT_PROVIDER/)
    const named = {
      SUPABASE_URL: 'https://project.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
      SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdef',
    }
    expect(await refusal('start', { ...real, ...named })).toMatch(/^TICKET_SIGNING_KEY is missing/)
  })

  test('an unknown command', async () => {
    expect(await refusal('fly', {})).toMatch(/^Unknown command "fly": use one of start, dev,/)
  })

  test('a folder to reset that is not a data folder', async () => {
    const photos = join(folder, 'photos')
    mkdirSync(photos, { recursive: true })
    writeFileSync(join(photos, 'holiday.jpg'), '')
    expect(await refusal('reset', { DATA_DIR: photos })).toContain('holds nothing that this project made')
    expect(existsSync(join(photos, 'holiday.jpg'))).toBe(true)
  })
})

test('reset empties the data folder, and succeeds a second time', async () => {
  expect(readdirSync(dataDir)).toContain('secrets.json')
  for (const _ of [1, 2]) {
    expect(await launch('reset').ended).toBe(0)
    expect(readdirSync(dataDir)).toEqual([])
  }
})
