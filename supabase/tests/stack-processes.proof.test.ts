/** The embedded stack as a process: what killing it, starting it twice or taking its ports away leads to. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { freePorts, root, temporaryFolder } from '../../tools/settings.ts'
import { startStack } from '../embedded/stack.ts'

const readySchema = z.object({ url: z.string(), secretKey: z.string(), dbUrl: z.string() })
type Ready = z.output<typeof readySchema>
type StartMessage = { ready: Ready } | { failed: string }

const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-lifecycle-'))
const [port] = await freePorts()
const alive = new Set<ChildProcess>()

afterAll(async () => {
  for (const child of alive) child.kill('SIGTERM')
  await Promise.all([...alive].map(ended))
  rmSync(dataDir, { recursive: true, force: true })
})

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Starts the stack's own process as the launcher does. */
async function start(
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; message: StartMessage }> {
  const child = spawn(process.execPath, ['supabase/embedded/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      STACK_PORT: String(port),
      SITE_URL: 'http://localhost:3000',
      SUPERVISED: '1',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  const message = await new Promise<StartMessage>((resolve, reject) => {
    const silent = () => reject(new Error('The stack ended without a word.'))
    child.once('exit', () => (child.connected ? child.once('disconnect', silent) : silent()))
    child.on('message', (message) => {
      const parsed = z
        .union([z.object({ ready: readySchema }), z.object({ failed: z.string() })])
        .parse(message)
      resolve(parsed)
    })
  })
  return { child, message }
}

const postgresPid = () => Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])

async function occupy(taken: number): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(taken, '127.0.0.1', resolve))
  return server
}

describe('the stack', () => {
  let child: ChildProcess
  let api: SupabaseClient
  /** Numbers whose insert succeeded. */
  const written: number[] = []
  let next = 0

  async function bringUp(): Promise<Ready> {
    const { child: started, message } = await start()
    if ('failed' in message) throw new Error(message.failed)
    child = started
    api = createClient(message.ready.url, message.ready.secretKey, { auth: { persistSession: false } })
    return message.ready
  }

  /** Inserts the next number, as often as it takes; 409 means that a try without a response succeeded. */
  async function write(): Promise<void> {
    const id = next++
    let last = ''
    for (const until = Date.now() + 120_000; Date.now() < until; await sleep(20)) {
      const { status, error } = await api.from('lifecycle').insert({ id })
      if (status === 201 || status === 409) {
        written.push(id)
        return
      }
      last = `${status} ${error?.message}`
    }
    throw new Error(`The stack does not serve: ${last}`)
  }

  async function stored(): Promise<number[]> {
    const { data, error } = await api.from('lifecycle').select('id').order('id')
    expect(error).toBeNull()
    return (data ?? []).map(({ id }) => Number(id))
  }

  beforeAll(async () => {
    const { dbUrl } = await bringUp()
    const sql = postgres(dbUrl, { max: 1, onnotice() {} })
    await sql.unsafe(
      'create table public.lifecycle (id int primary key); grant all on public.lifecycle to service_role',
    )
    await sql.end()
  })

  test('serves a new table at once', async () => {
    await write()
    expect(await stored()).toEqual([0])
  })

  test('a second start on the same data says that it is running, whatever its port', async () => {
    const { message } = await start()
    expect(message).toEqual({
      failed: expect.stringMatching(/^This stack is already running \(process \d+, http/),
    })
    const [other] = await freePorts()
    const elsewhere = await start({ STACK_PORT: String(other) })
    expect(elsewhere.message).toEqual({ failed: expect.stringContaining('already running') })
    await write()
  })

  test('serves again by itself when Postgres is killed, again and again', async () => {
    for (let round = 0; round < 3; round++) {
      const killed = postgresPid()
      const writes = Array.from({ length: 20 }, () => write())
      process.kill(killed, 'SIGKILL')
      await Promise.all(writes)
      expect(postgresPid()).not.toBe(killed)
    }
    expect(await stored()).toEqual(written.toSorted((a, b) => a - b))
  })

  test('returns 503 while Postgres is down, and never a wrong result', async () => {
    const calls = Array.from({ length: 40 }, async (_, i) => {
      await sleep(i * 5)
      return api.from('lifecycle').select('id').eq('id', 0)
    })
    process.kill(postgresPid(), 'SIGKILL')
    for (const { status, data } of await Promise.all(calls)) {
      if (status === 200) expect(data).toEqual([{ id: 0 }])
      else expect(status).toBe(503)
    }
  })

  test('starts again after it was killed itself, and after both were', async () => {
    const writes = Array.from({ length: 20 }, () => write())
    // In the middle of them: one is stored, the others are on their way.
    await Promise.race(writes)
    child.kill('SIGKILL')
    await ended(child)
    await bringUp()
    await Promise.all(writes)
    const pid = postgresPid()
    child.kill('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await ended(child)
    await bringUp()
    await write()
    expect(await stored()).toEqual(written.toSorted((a, b) => a - b))
  })

  test('ends with its parent, and takes Postgres with it', async () => {
    const pid = postgresPid()
    child.disconnect()
    await ended(child)
    expect(() => process.kill(pid, 0)).toThrow()
  })

  test('reports a port in use in one sentence', async () => {
    const gateway = await occupy(port)
    expect((await start()).message).toEqual({
      failed: `Port ${port} (API gateway) is in use: stop what uses it, or set STACK_PORT to another base.`,
    })
    gateway.close()
    const database = await occupy(port + 1)
    expect((await start()).message).toEqual({
      failed: `Port ${port + 1} (Postgres) is in use: stop what uses it, or set STACK_PORT to another base.`,
    })
    database.close()
  })

  test('reports a migration that was changed after it was applied in one sentence', async () => {
    const folder = mkdtempSync(join(temporaryFolder(), 'jouvay-migrations-'))
    const own = mkdtempSync(join(temporaryFolder(), 'jouvay-migrated-'))
    const [other] = await freePorts()
    const options = { dataDir: own, port: other, siteUrl: 'http://localhost:3000', migrationsDir: folder }
    try {
      writeFileSync(
        join(folder, '20260101000000_one.sql'),
        'create table public.one (id int);\nselect nonsense;',
      )
      await expect(startStack(options)).rejects.toThrow(
        '20260101000000_one.sql:2: column "nonsense" does not exist',
      )
      writeFileSync(join(folder, '20260101000000_one.sql'), 'create table public.one (id int);')
      await (await startStack(options)).stop()
      writeFileSync(join(folder, '20260101000000_one.sql'), 'create table public.one (id bigint);')
      await expect(startStack(options)).rejects.toThrow('20260101000000_one.sql changed after it was applied')
    } finally {
      rmSync(folder, { recursive: true, force: true })
      rmSync(own, { recursive: true, force: true })
    }
  })
})
