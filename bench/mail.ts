import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import * as z from 'zod'
import type { Audience } from '#core/audience.ts'
import { ensureBuilt } from '../scripts/build.ts'
import { type LocalStack, seedOnce, stackSettings, startLocalStack } from '../scripts/local-stack.ts'
import { startSmtpSink } from '../supabase/tests/smtp-sink.ts'
import { supervise } from '../tools/processes.ts'
import { freePorts, localSecrets, readSettings, temporaryFolder } from '../tools/settings.ts'
import { sized } from './size.ts'

/**
 * `npm run bench -- mail`: counts audiences among 200,000 people, in milliseconds and CPU time of Postgres, and sends a campaign through a
 * mail server of this machine: mails a second, and the CPU time that one costs the site and Postgres.
 */

const people = sized(200_000, 300)
const mails = sized(10_000, 60)
const rounds = sized(9, 1)

/** CPU time that a process has used, in ms; Linux counts in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function measureCounts(sql: Sql): Promise<void> {
  await sql`select set_config('crowd.people', ${String(people)}, false)`
  await sql.unsafe(readFileSync(new URL('audiences.sql', import.meta.url), 'utf8'))
  await sql`vacuum analyze`
  const [ids] = await sql<{ event: string; artist: string; pid: number }[]>`
    select (select id from public.events order by id limit 1) as event, (select id from public.artists order by id limit 1) as artist,
      pg_backend_pid() as pid`
  if (!ids) throw new Error('no demo data')
  const { event, artist, pid } = ids
  const counted: Record<string, Audience['conditions']> = {
    everybody: [],
    'spent $50 or more': [{ kind: 'spent', is: true, cents: 5000 }],
    'spent $50 in 180 days': [{ kind: 'spent', is: true, cents: 5000, days: 180 }],
    'lives in Brooklyn': [{ kind: 'city', is: true, city: 'Brooklyn' }],
    'did not buy an event': [{ kind: 'bought', is: false, event }],
    'follows an artist': [{ kind: 'follows', is: true, subject: artist }],
    'missed an event': [{ kind: 'missed', is: true, event }],
    'Brooklyn, or spent $150, and did not buy': [
      {
        match: 'any',
        conditions: [
          { kind: 'city', is: true, city: 'Brooklyn' },
          { kind: 'spent', is: true, cents: 15_000 },
        ],
      },
      { kind: 'bought', is: false, event },
    ],
  }
  const table: Record<string, object> = {}
  for (const [name, conditions] of Object.entries(counted)) {
    const definition = { match: 'all', conditions }
    const times: number[] = []
    let found = 0
    let cpu = 0
    for (let round = -1; round < rounds; round++) {
      if (round === 0) cpu = cpuOf(pid)
      const from = performance.now()
      const [row] =
        await sql`select private.count_members(${sql.json(definition as never)}, 'new_events', null) as counted`
      if (round >= 0) times.push(performance.now() - from)
      found = z.object({ people: z.int() }).parse(row?.counted).people
    }
    const sorted = times.toSorted((a, b) => a - b)
    table[name] = {
      people: found,
      'CPU, ms': Math.round((cpuOf(pid) - cpu) / rounds),
      'median, ms': Math.round(sorted[Math.floor(rounds / 2)] ?? 0),
      'longest, ms': Math.round(sorted.at(-1) ?? 0),
    }
  }
  console.log(`\n${people.toLocaleString('en-US')} people, load ${loadavg()[0]?.toFixed(1)}:`)
  console.table(table)
}

async function measureSending(
  sql: Sql,
  stack: LocalStack,
  env: Record<string, string | undefined>,
): Promise<void> {
  const sink = await startSmtpSink()
  const [port] = await freePorts()
  const site = await supervise(
    {
      name: 'site',
      file: 'server.ts',
      env: { ...env, ...stackSettings(stack), SMTP_URL: sink.url, PORT: String(port) },
      readySchema: z.object({ url: z.string() }),
    },
    (error) => console.error(error.message),
  )
  try {
    await sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
      await tx`update public.settings set marketing_from_hour = 0, marketing_until_hour = 24 where true`
      await tx`update private.campaign_pace set per_second = 5000, per_hour = 10000000 where only_row`
      await tx`update private.subscriptions set status = 'ended'`
      await tx`update private.notification_choices set wanted = false where type = 'new_events'`
      await tx`
        insert into private.subscriptions (email, status, text_version, confirmed_at)
        select format('bench%s@example.com', n), 'active', 't', now() from generate_series(1, ${mails}::int) n`
      const [row] = await tx<{ id: string }[]>`
        insert into private.campaigns (name, subject, state, send_at) values ('Bench', 'Hello', 'scheduled', now()) returning id`
      const words = '<p>The season opens with three nights, and you read it first.</p>'.repeat(150)
      const snapshot = {
        version: 1,
        kind: 'marketing',
        subject: 'Hello',
        subjectB: null,
        html: `<!doctype html><html><body>${words}<a href="\uE000l:0\uE001">Events</a><a href="\uE000u\uE001">Unsubscribe</a></body></html>`,
        text: 'The season opens. \uE000u\uE001',
        links: ['https://example.com/events'],
        replyTo: null,
      }
      await tx`select public.start_campaign(${row?.id ?? ''}, 1, ${tx.json(snapshot)})`
    })
    const until = async (count: number) => {
      while (sink.taken.length < count) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await until(1)
    const from = performance.now()
    const first = sink.taken.length
    await until(mails)
    const seconds = (performance.now() - from) / 1000
    console.log(
      `\n${mails.toLocaleString('en-US')} mails of 10 kB by one site: ${Math.round((mails - first) / seconds)} a second (${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)})`,
    )
  } finally {
    await site.stop()
    await sink.close()
  }
}

/** Starts a stack, and prints both tables. */
export async function measureMail(): Promise<void> {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-mail-'))
  const [port, sitePort] = await freePorts()
  const siteUrl = `http://localhost:${sitePort}`
  Object.assign(process.env, { DATA_DIR: dataDir, STACK_PORT: String(port), SITE_URL: siteUrl })
  const settings = readSettings()
  const stack = await startLocalStack({ dataDir, port, siteUrl }, (error) => console.error(error.message))
  const sql = postgres(stack.ready.dbUrl, { max: 1, onnotice() {} })
  try {
    await Promise.all([seedOnce(stack.ready, dataDir, settings), ensureBuilt()])
    const env = {
      ...localSecrets(settings, dataDir),
      SITE_MODE: 'local',
      SITE_URL: siteUrl,
      PAYMENT_PROVIDER: 'test',
      LOG_LEVEL: 'error',
    }
    await measureSending(sql, stack.ready, env)
    await measureCounts(sql)
  } finally {
    await sql.end()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
