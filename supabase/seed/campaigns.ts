import type { Sql, TransactionSql } from 'postgres'
import * as z from 'zod'
import { type CampaignBlock, campaignBlocksSchema } from '#core/campaign-blocks.ts'
import { readMarkedText } from '#core/rich-text.ts'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

const day = 86_400_000
const text = (id: string, marked: string): CampaignBlock => ({
  kind: 'text',
  id,
  text: readMarkedText(marked),
})

/** Lets one of the people call functions of the database in this transaction. */
const actAs = (tx: TransactionSql, { id }: Person) =>
  tx`select set_config('request.jwt.claims', ${JSON.stringify({ role: 'authenticated', sub: id })}, true)`

/**
 * Adds campaigns by the functions that staff use: two drafts, a notice, one that waits for review and one that is scheduled. A second
 * run adds nothing.
 */
export async function seedCampaigns(sql: Sql, people: Person[], now: Date): Promise<void> {
  const [known] = await sql`select 1 from private.campaigns where name = ${'Old Year’s Night: last call'}`
  const [ada] = people
  const author = people[18]
  if (known || !ada || !author) return
  await sql.begin(async (tx) => {
    await tx`
      insert into public.staff_grants (user_id, event_id, capability, granted_by, created_at)
      values (${author.id}, null, 'campaign_author', ${ada.id}, ${new Date(now.getTime() - 20 * day)})`
    const picture = await pictureOf(tx, 'new-years-fete')
    const products = await tx<{ id: string }[]>`
      select id from public.products where status = 'active' and image_path is not null order by position, name limit 4`
    await actAs(tx, ada)
    const lastCall = await addCampaign(tx, {
      name: 'Old Year’s Night: last call',
      subject: 'The last tickets for Old Year’s Night',
      preheader: 'The main room from nine, the countdown at midnight, and black cake after.',
      blocks: [
        {
          kind: 'hero',
          id: 'head',
          title: 'See the year out with us',
          text: 'The main room from nine, the countdown at midnight, and black cake for whoever is still up.',
          picture,
          alt: 'A crowd under gold light, arms up',
        },
        text(
          'body',
          'Hi {{first_name|there}}, there are **a few tickets left** for Old Year’s Night. Last year they were gone by Boxing Day.',
        ),
        { kind: 'events', id: 'card', events: [namedId('event:new-years-fete')] },
      ],
    })
    await tx`select public.submit_campaign(${lastCall.id}, ${lastCall.version})`
    // At eleven in the morning of New York.
    await tx`
      select public.schedule_campaign(${lastCall.id}, ${lastCall.version},
        ((${now}::timestamptz at time zone 'America/New_York')::date + 3 + time '11:00') at time zone 'America/New_York')`
    await addCampaign(tx, {
      name: 'December in the shop',
      subject: 'New in the shop for December',
      preheader: 'Small runs. When they are gone, they are gone.',
      blocks: [
        { kind: 'hero', id: 'head', title: 'New in the shop', text: '', picture: null, alt: '' },
        text(
          'body',
          'Hi {{first_name|there}}, the new pieces are in. Order by the 18th to have them in time.',
        ),
        { kind: 'products', id: 'shop', products: products.map(({ id }) => id) },
        { kind: 'button', id: 'more', label: 'Go to the shop', url: '/shop' },
      ],
      isTested: false,
    })
    await addCampaign(tx, {
      name: 'Midnight J’ouvert: what to bring',
      event: namedId('event:midnight-jouvay'),
      subject: 'Before you come to {{event}}',
      preheader: 'Doors, what to wear, and how to get home.',
      blocks: [
        text(
          'body',
          '## See you at {{event}}\n\nHi {{first_name|there}}, doors open at {{doors}}. Please bring:\n\n- Your ticket, open on your phone\n- A photo ID\n- Clothes that may get paint on them',
        ),
        { kind: 'button', id: 'tick', label: 'Open my tickets', url: '/my-tickets' },
      ],
      isTested: false,
    })
    await actAs(tx, author)
    const spring = await addCampaign(tx, {
      name: 'Spring dates, first look',
      subject: 'First look at the spring dates',
      preheader: 'Three nights, before they are on the calendar.',
      blocks: [
        text('body', 'Hi {{first_name|there}}, you read it first: *three nights* this spring.'),
        {
          kind: 'events',
          id: 'card',
          events: [namedId('event:bass-culture'), namedId('event:midnight-jouvay')],
        },
      ],
    })
    await tx`select public.submit_campaign(${spring.id}, ${spring.version})`
  })
}

async function pictureOf(tx: TransactionSql, slug: string): Promise<string | null> {
  const [row] =
    await tx`select image_path as picture from public.events where id = ${namedId(`event:${slug}`)}`
  return z.object({ picture: z.string().nullable() }).parse(row).picture
}

/** Makes and fills a draft of whoever acts. Its test was sent and its links were tried, unless `isTested` says otherwise. */
async function addCampaign(
  tx: TransactionSql,
  {
    name,
    event = null,
    blocks,
    isTested = true,
    ...words
  }: {
    name: string
    event?: string | null
    subject: string
    preheader: string
    blocks: CampaignBlock[]
    isTested?: boolean
  },
): Promise<{ id: string; version: number }> {
  const kind = event ? 'notice' : 'marketing'
  const [made] = await tx`select public.create_campaign(${name}, ${kind}, ${event}) as id`
  const { id } = z.object({ id: z.uuid() }).parse(made)
  const content = {
    ...words,
    name,
    category: event ? 'event_changes' : 'new_events',
    subjectB: '',
    blocks: campaignBlocksSchema.parse(blocks),
    testShareBps: 0,
    holdOutBps: 0,
  }
  const [saved] =
    await tx`select (public.save_campaign(${id}, 1, ${tx.json(content)}) ->> 'version')::int as version`
  const { version } = z.object({ version: z.int() }).parse(saved)
  if (isTested)
    await tx`update private.campaigns set tested_version = version, links_version = version where id = ${id}`
  return { id, version }
}
