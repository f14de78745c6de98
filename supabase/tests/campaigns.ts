import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import * as z from 'zod'
import { type CampaignBlock, campaignBlocksSchema } from '#core/campaign-blocks.ts'

/** What a campaign of a test has; what is left out is that of a complete one to everybody who agreed to news. */
export type CampaignValues = {
  author?: string
  kind?: 'marketing' | 'notice'
  event?: string
  subject?: string
  blocks?: CampaignBlock[]
  events?: string[]
  products?: string[]
  state?: string
}

/** Makes a campaign that is complete, tested and has no links: a draft unless `state` says otherwise. @returns its id */
export async function makeCampaign(sql: Sql, values: CampaignValues = {}): Promise<string> {
  const {
    author,
    kind = 'marketing',
    event,
    subject = 'News for {{first_name|you}}',
    events,
    products,
  } = values
  const blocks = campaignBlocksSchema.parse(
    values.blocks ?? [
      { kind: 'hero', id: 'head', title: 'What is on', text: 'Come by.' },
      ...(events ? [{ kind: 'events', id: 'card', events }] : []),
      ...(products ? [{ kind: 'products', id: 'shop', products }] : []),
    ],
  )
  const [row] = await sql`
    insert into private.campaigns ${sql({
      name: `Campaign ${randomUUID().slice(0, 8)}`,
      kind,
      category: kind === 'notice' ? 'event_changes' : 'new_events',
      event_id: event ?? null,
      subject,
      preheader: 'In a few words',
      blocks: sql.json(blocks),
      state: values.state ?? 'draft',
      author_id: author ?? null,
      edited_by: author ?? null,
      tested_version: 1,
      ...(values.state === 'scheduled' ? { send_at: new Date(Date.now() + 3_600_000) } : {}),
    })} returning id`
  return z.object({ id: z.uuid() }).parse(row).id
}
