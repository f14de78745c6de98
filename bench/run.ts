import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import * as z from 'zod'
import { ensureBuilt } from '../scripts/build.ts'
import { seedOnce, stackSettings, startLocalStack } from '../scripts/local-stack.ts'
import { command, supervise } from '../tools/processes.ts'
import { freePorts, localSecrets, readSettings, temporaryFolder } from '../tools/settings.ts'
import { compareCommits } from './against.ts'
import { measureDashboard } from './dashboard.ts'
import { measureDesk } from './desk.ts'
import { measureDoor } from './door.ts'
import { measureDrop } from './drop.ts'
import { type Comparison, compareEventPage } from './event-page.ts'
import { measureFeed } from './feed.ts'
import { measureGrowth } from './growth.ts'
import { compareHolds } from './holds.ts'
import { measureLive } from './live.ts'
import { measureMail } from './mail.ts'
import { measurePack } from './pack.ts'
import { measureResponseTimes } from './response-times.ts'
import { measureSiteCpu } from './site-cpu.ts'
import { compareViews } from './views.ts'

/**
 * `npm run bench`: measures the site against the least that could be done, side by side in one run. `npm run bench
 * -- growth`: the same pages with little and with much data; `-- desk`: the lists of the order desk; `-- dashboard`: its views with
 * five million page views; `-- pack`: what a phone at the door loads; `-- mail`: audiences and campaigns; `-- feed`: the
 * community with a million posts; `-- door`: check-ins; `-- live`: playlists and segments of a
 * stream; `-- against <commit>`: the functions that
 * sell, in turns with those of another commit. `--only cpu` measures the CPU time of pages alone, `--only views` the counting of page
 * views, `--only drop` the page of a product around its drop; `--beside <folder>` measures it in turns with another checkout that has a
 * build. `--smallest` only shows that a bench works.
 */

const size = { smallest: { type: 'boolean' } } as const

await command(async () => {
  if (process.argv[2] === 'growth') {
    await measureGrowth()
    process.exit(0)
  }
  if (process.argv[2] === 'feed') {
    await measureFeed()
    process.exit(0)
  }
  if (process.argv[2] === 'mail') {
    await measureMail()
    process.exit(0)
  }
  if (process.argv[2] === 'pack') {
    await measurePack()
    process.exit(0)
  }
  if (process.argv[2] === 'dashboard') {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: { data: { type: 'string' }, ...size },
    })
    await measureDashboard(values.data && resolve(values.data))
    process.exit(0)
  }
  if (process.argv[2] === 'against') {
    await compareCommits(process.argv[3] ?? 'HEAD~1')
    process.exit(0)
  }
  if (process.argv[2] === 'desk') {
    await measureDesk()
    process.exit(0)
  }
  const isDoor = process.argv[2] === 'door'
  const isLive = process.argv[2] === 'live'
  const args = process.argv.slice(isDoor || isLive ? 3 : 2)
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, beside: { type: 'string' }, ...size },
  })
  const beside = values.beside && resolve(values.beside)
  const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-bench-'))
  const closers: (() => Promise<unknown>)[] = []
  const giveUp = (error: Error) => console.error(error.message)
  try {
    const [port, sitePort] = await freePorts()
    Object.assign(process.env, {
      DATA_DIR: dataDir,
      STACK_PORT: String(port),
      PORT: String(sitePort),
      SITE_URL: `http://localhost:${sitePort}`,
    })
    const settings = readSettings()
    const stack = await startLocalStack({ dataDir, port, siteUrl: settings.SITE_URL }, giveUp)
    closers.push(stack.stop)
    await Promise.all([seedOnce(stack.ready, dataDir, settings), ensureBuilt()])
    const secrets = localSecrets(settings, dataDir)
    const env = {
      ...secrets,
      ...stackSettings(stack.ready),
      SITE_MODE: 'local',
      PAYMENT_PROVIDER: 'test',
      TRUSTED_PROXY_HOPS: '1',
      FLOOD_PER_MINUTE: '0',
      LOG_LEVEL: 'error',
    }
    const sql = postgres(stack.ready.dbUrl, { max: 1, onnotice() {} })
    const [event] = await sql<
      { id: string; slug: string; type: string }[]
    >`select e.id, e.slug, t.id as type from public.events e join public.ticket_types t on t.event_id = e.id
      where e.slug = 'new-years-fete' order by t.position limit 1`
    await sql.end()
    const eventPath = `/events/${event?.id}/${event?.slug}`
    const startSite = async () => {
      const site = await supervise(
        { name: 'site', file: 'server.ts', env, readySchema: z.object({ url: z.string() }) },
        giveUp,
      )
      closers.push(site.stop)
    }
    const pageUrl = `http://127.0.0.1:${sitePort}${eventPath}`
    if (values.only === 'views') {
      await startSite()
      const { comparison, page } = await compareViews(settings.SITE_URL, pageUrl, stack.ready)
      console.table([comparison])
      console.table(page)
      return
    }
    if (isDoor) {
      await startSite()
      console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`)
      console.table(await measureDoor(settings.SITE_URL, stack.ready, secrets.TICKET_SIGNING_KEY ?? ''))
      return
    }
    if (isLive) {
      await startSite()
      console.log(`${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`)
      const key = secrets.TICKET_SIGNING_KEY ?? ''
      console.table(await measureLive(`http://127.0.0.1:${sitePort}`, stack.ready.dbUrl, key))
      return
    }
    if (values.only === 'drop') {
      await startSite()
      console.table(await measureDrop(settings.SITE_URL, stack.ready))
      return
    }
    const cpu = await measureSiteCpu(env, eventPath, event?.type ?? '', beside)
    console.log("\nThe site's CPU for one request, ms:")
    console.table(
      Object.fromEntries(
        Object.entries(cpu.ours.pages).map(([name, ours]) => {
          const other = cpu.beside?.pages[name]
          const compared = other && {
            beside: Number(other.toFixed(2)),
            ratio: Number((ours / other).toFixed(2)),
          }
          return [name, { ours: Number(ours.toFixed(2)), ...compared }]
        }),
      ),
    )
    const [own, other] = [cpu.ours.rssMb, cpu.beside?.rssMb].map((mb) => mb && `${Math.round(mb)} MB`)
    console.log(`Memory at the end: ${own}${other ? `, beside ${other}` : ''}.`)
    if (values.only === 'cpu') return

    await startSite()
    const responseTimes = await measureResponseTimes(settings.SITE_URL, eventPath, stack.ready)
    const rows: Comparison[] = [
      await compareEventPage(pageUrl),
      ...(await compareHolds(settings.SITE_URL, stack.ready)),
    ]
    const views = await compareViews(settings.SITE_URL, pageUrl, stack.ready)
    rows.push(views.comparison)
    console.log(
      `\n${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
    )
    console.table(
      Object.fromEntries(
        rows.map(({ name, ours, reference, unit }) => [
          name,
          {
            ours: Math.round(ours),
            reference: Math.round(reference),
            unit,
            ratio: Number((ours / reference).toFixed(2)),
          },
        ]),
      ),
    )
    for (const { name, note } of rows) console.log(`${name}: the reference is ${note}.`)
    console.log('\nUntil an answer begins, one person at a time, ms:')
    console.table(responseTimes)
    console.log('\nThe event page, one request after the other, while page views are counted:')
    console.table(views.page)
    console.log('\nThe page of a product around its drop, polled by many, one request after the other:')
    console.table(await measureDrop(settings.SITE_URL, stack.ready))
  } finally {
    for (const close of closers.reverse()) await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.exit(0)
})
