import { createHash } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import * as z from 'zod'
import { readMarkedText } from '#core/rich-text.ts'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A number from 0 to 99 that belongs to a name, the same on every run. */
const shareOf = (name: string) => (createHash('sha256').update(name).digest()[0] ?? 0) % 100

type PastCampaign = {
  name: string
  subject: string
  subjectB?: string
  words: string
  daysAgo: number
  links: string[]
  /** Of a hundred recipients, how many click. */
  clicks: number
  holdOutBps?: number
}

const campaigns: PastCampaign[] = [
  {
    name: 'J’ouvert morning: tickets are up',
    subject: 'J’ouvert morning is back',
    words: 'Paint, powder and brass from four in the morning. Tickets are up now.',
    daysAgo: 37,
    links: ['/events', '/shop'],
    clicks: 24,
  },
  {
    name: 'Fete season: all dates',
    subject: 'All the dates of the season',
    subjectB: 'Your weekends until Carnival',
    words: 'Every date until Carnival Monday, with what is left of each.',
    daysAgo: 22,
    links: ['/events', '/shop', '/community'],
    clicks: 31,
    holdOutBps: 1000,
  },
  {
    name: 'Restock: sunrise tees',
    subject: 'The sunrise tees are back',
    words: 'All sizes, one more time. When they are gone, they are gone.',
    daysAgo: 10,
    links: ['/shop'],
    clicks: 17,
    holdOutBps: 500,
  },
]

/**
 * Adds saved audiences, and campaigns of the last weeks with what came of them, by the functions that send, on clocks of then. A second run
 * adds nothing.
 */
export async function seedPastCampaigns(
  sql: Sql,
  people: Person[],
  siteUrl: string,
  now: Date,
): Promise<void> {
  const [known] = await sql`select 1 from private.audiences limit 1`
  const [ada] = people
  if (known || !ada) return
  await sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: ada.id })}, true)`
    await addAudiences(tx)
    await tx`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`
    for (const campaign of campaigns) await addPast(tx, campaign, ada, siteUrl, now)
    await tx`update private.campaign_pace set tokens = 0, hour_count = 0 where only_row`
  })
}

async function addAudiences(tx: TransactionSql): Promise<void> {
  const fete = namedId('event:new-years-fete')
  const saved: [string, object][] = [
    [
      'Regulars in Brooklyn',
      {
        match: 'all',
        conditions: [
          { kind: 'spent', is: true, cents: 10_000, days: 365 },
          {
            match: 'any',
            conditions: [
              { kind: 'city', is: true, city: 'Brooklyn' },
              { kind: 'party_city', is: true, city: 'Brooklyn' },
            ],
          },
        ],
      },
    ],
    [
      'Not yet at Old Year’s Night',
      { match: 'all', conditions: [{ kind: 'bought', is: false, event: fete }] },
    ],
    ['Asked for an alert', { match: 'all', conditions: [{ kind: 'alert', is: true, event: fete }] }],
  ]
  for (const [name, definition] of saved)
    await tx`select public.save_audience(null, ${name}, ${tx.json(definition as never)})`
}

/** Writes what was sent then: the marks of links and of the way out stand where the renderer puts them. */
function snapshotOf({ subject, subjectB, words, links }: PastCampaign, siteUrl: string) {
  const mark = (name: string) => `\uE000${name}\uE001`
  const list = links.map((_, index) => `<p><a href="${mark(`l:${index}`)}">Take a look</a></p>`)
  return {
    version: 1,
    kind: 'marketing',
    subject,
    subjectB: subjectB ?? null,
    html: `<!doctype html><html lang="en"><body><p>${words}</p>${list.join('')}<p><a href="${mark('u')}">Unsubscribe</a></p></body></html>`,
    text: `${words}\n\nUnsubscribe: ${mark('u')}`,
    links: links.map((path) => siteUrl + path),
    replyTo: null,
  }
}

const claimedSchema = z.object({ recipients: z.array(z.object({ id: z.uuid(), address: z.string() })) })

async function addPast(
  tx: TransactionSql,
  campaign: PastCampaign,
  ada: Person,
  siteUrl: string,
  now: Date,
): Promise<void> {
  const { name, subject, subjectB = '', words, daysAgo, holdOutBps = 0 } = campaign
  // One in the afternoon of New York.
  const [clock] = await tx<{ at: Date }[]>`
    select ((${now}::timestamptz at time zone 'America/New_York')::date - ${daysAgo}::int + time '13:00') at time zone 'America/New_York' as at`
  const at = clock?.at ?? now
  const id = namedId(`campaign:${name}`)
  const blocks = [{ kind: 'text', id: 'body', text: readMarkedText(words) }]
  await tx`
    insert into private.campaigns (id, name, subject, subject_b, test_share_bps, hold_out_bps, blocks, state, send_at, author_id, created_at,
      updated_at)
    values (${id}, ${name}, ${subject}, ${subjectB}, ${subjectB ? 4000 : 0}, ${holdOutBps}, ${tx.json(blocks as never)}, 'scheduled', ${at},
      ${ada.id}, ${new Date(at.getTime() - day)}, ${at})`
  await tx`select public.start_campaign(${id}, 1, ${tx.json(snapshotOf(campaign, siteUrl))}, ${at})`
  await sendPart(tx, id, at, campaign)
  if (subjectB) {
    const decided = new Date(at.getTime() + 5 * 60 * minute)
    await tx`select public.tend_campaigns(${decided})`
    await sendPart(tx, id, decided, campaign)
  }
  await tx`select public.tend_campaigns(${new Date(at.getTime() + 6 * 60 * minute)})`
  await tx`delete from private.jobs where kind = 'campaign' and key like ${`${id}/%`}`
}

/** Sends to everybody who is due at an instant, and lets them read it in the hours after. */
async function sendPart(tx: TransactionSql, id: string, at: Date, campaign: PastCampaign): Promise<void> {
  const claim = namedId(`claim:${id}:${at.toISOString()}`)
  for (;;) {
    await tx`update private.campaign_pace set tokens = per_second, hour_count = 0, refilled_at = clock_timestamp() where only_row`
    const [row] = await tx`select public.claim_recipients(${id}, ${claim}, 50, ${at}) as answer`
    const { recipients } = claimedSchema.parse(row?.answer)
    if (recipients.length === 0) return
    await tx`select public.hand_recipients(${claim}, ${recipients.map((one) => one.id)})`
    const results = recipients.map((one) => ({ id: one.id, outcome: 'sent', ref: '250 2.0.0 queued' }))
    await tx`select public.finish_recipients(${claim}, ${tx.json(results)}, ${at})`
    for (const { id: recipient, address } of recipients) await readMail(tx, recipient, address, at, campaign)
  }
}

async function readMail(
  tx: TransactionSql,
  recipient: string,
  address: string,
  at: Date,
  { name, links, clicks }: PastCampaign,
): Promise<void> {
  const share = shareOf(`${name}:${address}`)
  const later = (minutes: number) => new Date(at.getTime() + minutes * minute)
  if (share < 97)
    await tx`
      insert into private.mail_events (provider, event_key, kind, ref, address, at)
      values ('local', ${`seed:${recipient}`}, 'delivered', ${recipient}, ${address}, ${later(1)})`
  if (share % 3 !== 0)
    await tx`update private.campaign_recipients set opened_at = ${later(9 + share)} where id = ${recipient}`
  // A program of the mailbox follows every link at once.
  if (share % 10 === 0) await tx`select public.follow_campaign_link(${recipient}, 0, true, ${later(1)})`
  if (share < clicks)
    await tx`select public.follow_campaign_link(${recipient}, ${share % links.length}, false, ${later(12 + share * 3)})`
}
