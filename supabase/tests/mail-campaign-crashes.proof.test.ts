import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/build.ts'
import { seedOnce, stackSettings, startLocalStack } from '../../scripts/local-stack.ts'
import { freePorts, localSecrets, readSettings, root, temporaryFolder } from '../../tools/settings.ts'
import { type SmtpFault, startSmtpSink } from './smtp-sink.ts'

/**
 * A campaign that two sites send while either is killed, ten times in all, through a mail server that refuses, hangs and disconnects.
 * `CAMPAIGN_RECIPIENTS=100000` runs it at that size.
 */

const recipients = Number(process.env.CAMPAIGN_RECIPIENTS ?? 360)
const kills = 10

const dataDir = mkdtempSync(join(temporaryFolder(), 'jouvay-campaign-'))
const closers: (() => Promise<unknown>)[] = []
const sites = new Set<ChildProcess>()
let sql: postgres.Sql
let env: Record<string, string | undefined> = {}

/** Chooses what goes wrong with a mail: of 100 addresses 16 have a fault, most of them at the first try alone. */
function faultOf(address: string, tries: number): SmtpFault | null {
  const share = (createHash('sha256').update(address).digest()[0] ?? 0) % 100
  if (share < 3) return { at: 'recipient', answer: '550 5.1.1 no such mailbox' }
  if (share < 5) return { at: 'taken', isSilent: false }
  if (share === 5 && tries === 0 && recipients < 1000) return { at: 'taken', isSilent: true }
  if (tries > 0) return null
  if (share < 9) return { at: 'recipient', answer: '450 4.2.0 greylisted' }
  if (share < 12) return { at: 'end', answer: '451 4.3.0 try again' }
  if (share < 16) return { at: 'data' }
  return null
}

beforeAll(async () => {
  const [port] = await freePorts()
  const settings = { ...readSettings(), dataDir, DATA_DIR: dataDir }
  const siteUrl = 'http://localhost:1'
  const stack = await startLocalStack({ dataDir, port: port ?? 0, siteUrl }, () => {})
  closers.push(stack.stop)
  await Promise.all([seedOnce(stack.ready, dataDir, settings), ensureBuilt()])
  const sink = await startSmtpSink(faultOf)
  closers.push(sink.close)
  readMails = () => sink.taken.filter(({ address }) => address.startsWith('reader'))
  sql = postgres(stack.ready.dbUrl, { max: 2, onnotice() {} })
  closers.push(() => sql.end())
  env = {
    ...localSecrets(settings, dataDir),
    ...stackSettings(stack.ready),
    SITE_MODE: 'local',
    SITE_URL: siteUrl,
    PAYMENT_PROVIDER: 'test',
    LOG_LEVEL: 'error',
    SMTP_URL: sink.url,
  }
})
afterAll(async () => {
  for (const site of sites) site.kill('SIGKILL')
  for (const close of closers.reverse()) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Mails of the campaign that were taken: the sites also send what the demo brand has queued. */
let readMails: () => { address: string; messageId: string }[] = () => []

async function startSite(): Promise<ChildProcess> {
  const [port] = await freePorts()
  const site = spawn(process.execPath, ['server.ts'], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  sites.add(site)
  site.once('exit', () => sites.delete(site))
  return site
}

/** Writes the addresses and starts a campaign to them, at any hour and as fast as the run should be. */
async function startCampaign(): Promise<string> {
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    await tx`update public.settings set marketing_from_hour = 0, marketing_until_hour = 24`
    await tx`update private.subscriptions set status = 'ended'`
    await tx`update private.notification_choices set wanted = false where type = 'new_events'`
    await tx`update private.job_kinds set lease = '4 seconds' where kind = 'campaign'`
    await tx`
      update private.campaign_pace set per_second = ${recipients < 1000 ? 12 : 400}, per_hour = 1000000, error_bps = 10000,
        lease = '4 seconds', tokens = 0, refilled_at = clock_timestamp()`
    await tx`
      insert into private.subscriptions (email, status, text_version, confirmed_at)
      select format('reader%s@example.com', n), 'active', 't', now() from generate_series(1, ${recipients}::int) n`
    const [row] = await tx<{ id: string }[]>`
      insert into private.campaigns (name, subject, state, send_at) values ('Proof', 'Hello', 'scheduled', now()) returning id`
    const id = row?.id ?? ''
    const snapshot = {
      version: 1,
      kind: 'marketing',
      subject: 'Hello',
      subjectB: null,
      html: '<p>Hello</p>',
      text: 'Hello',
      links: [],
      replyTo: null,
    }
    await tx`select public.start_campaign(${id}, 1, ${tx.json(snapshot)})`
    return id
  })
}

test(
  `${recipients} recipients, two sites, ${kills} kills: each address once or with its reason, none twice`,
  async () => {
    const id = await startCampaign()
    const pair = [await startSite(), await startSite()]
    const within = { interval: 100, timeout: recipients < 1000 ? 240_000 : 3_000_000 }
    for (let kill = 1; kill <= kills; kill++) {
      const from = readMails().length
      // Kills while mails are on their way, not between them.
      await expect
        .poll(
          () => readMails().length > from && readMails().length >= (kill * recipients) / (kills + 4),
          within,
        )
        .toBe(true)
      pair[kill % 2]?.kill('SIGKILL')
      pair[kill % 2] = await startSite()
    }
    // Pauses after a refusal are minutes: the test does not wait for them.
    const isOver = async () => {
      await sql`
      update private.campaign_recipients set run_at = now() where campaign_id = ${id} and status = 'queued' and run_at > now() + interval '2 seconds'`
      const [row] = await sql<{ state: string }[]>`select state from private.campaigns where id = ${id}`
      return row?.state
    }
    await expect.poll(isOver, { ...within, interval: 500 }).toBe('sent')

    const rows = await sql<{ id: string; address: string; status: string; reason: string | null }[]>`
    select id, address, status, reason from private.campaign_recipients where campaign_id = ${id}`
    const taken = readMails()
    const times = Map.groupBy(taken, ({ address }) => address)
    expect([...times.values()].filter((mails) => mails.length > 1)).toEqual([])
    expect(rows).toHaveLength(recipients)
    const unconfirmed = rows.filter(({ reason }) => reason === 'unconfirmed')
    const wrong = rows.filter((row) => {
      const got = times.get(row.address)?.length ?? 0
      if (row.status === 'sent' && row.reason !== 'unconfirmed') return got !== 1
      if (row.status === 'sent') return got > 1
      return row.status !== 'bounced_hard' || got !== 0
    })
    expect(wrong).toEqual([])
    // The mail has the name of its row, by which a provider reports what became of it.
    for (const { address, messageId } of taken)
      expect(rows.find((row) => row.address === address)?.id).toBe(messageId)
    console.log(
      `${taken.length} taken, ${unconfirmed.length} unconfirmed (${unconfirmed.filter(({ address }) => times.has(address)).length} of them taken), ` +
        `${rows.filter(({ status }) => status === 'bounced_hard').length} refused`,
    )
    // Those who may or may not have it are few: what the two had in hand when they were killed, and the faults that ask for it.
    expect(unconfirmed.length).toBeLessThan(recipients * 0.05 + kills * 16)
  },
  recipients < 1000 ? 400_000 : 3_600_000,
)
