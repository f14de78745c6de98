/** Takes the forms of a campaign's editor, and replies to them. */
import { randomUUID } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { notFound } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { readCampaignFacts } from '../campaign-facts.server.ts'
import { siteOfMails } from '../site-of-mails.server.ts'
import { makeSnapshot, renderSample } from '../templates/render-campaign.server.tsx'
import { readCampaign } from './campaign.reads.server.ts'
import { mostMarkupBytes } from './campaign.rules.ts'
import { campaignFormSchema, type EditorIntent, readEditorIntent } from './campaign.schema.ts'
import {
  checkCampaignLinks,
  saveCampaign,
  sendCampaignTest,
  submitCampaign,
} from './campaign.writes.server.ts'
import { changeBlocks, type TypedForm, typedForm } from './campaign-form.rules.ts'

/** What the editor is told after a form. */
export type EditorReply = {
  /** The version that was saved; null where nothing was. */
  saved: number | null
  /** What was typed, where it was not saved. */
  typed: TypedForm | null
  /** The messages of fields, by their names. */
  errors: Record<string, string[]>
  refusal: string | null
  /** Says that somebody else saved meanwhile: what was typed replaces it with the next save. */
  isConflict: boolean
  /** The block to go on with. */
  at: string | null
  done: { what: 'saved' } | { what: 'test'; address: string } | { what: 'links'; broken: number } | null
}

const reply = (status: number, values: Partial<EditorReply>) =>
  data<EditorReply>(
    {
      saved: null,
      typed: null,
      errors: {},
      refusal: null,
      isConflict: false,
      at: null,
      done: null,
      ...values,
    },
    { status },
  )

const refuse = (refusal: Refusal, values: Partial<EditorReply> = {}) =>
  reply(refusalStatus(refusal), { refusal: refusalSentence(refusal), ...values })

/**
 * Saves what the editor posted, and does what the pressed button says.
 * @param actor who sends it; the database decides what they may
 * @param fields as they were posted
 */
export async function takeCampaignForm(args: RequestArgs, actor: Actor, id: string, fields: FormData) {
  const intent = readEditorIntent(fields.get('intent'))
  const submission = parseWithZod(fields, { schema: campaignFormSchema })
  const typed = typedForm(submission.payload)
  if (submission.status !== 'success') {
    const errors = Object.entries(submission.error ?? {}).map(([name, messages]) => [name, messages ?? []])
    return reply(422, { typed, errors: Object.fromEntries(errors) })
  }
  const { version, blocks: sent, ...content } = submission.value
  const { blocks, at } = changeBlocks(sent, intent, randomUUID().slice(0, 8))
  const saved = await saveCampaign(args, id, version, { ...content, blocks })
  if (!saved.ok) {
    const isConflict = saved.refusal.code === 'campaign_changed'
    return isConflict ? reply(409, { typed, isConflict }) : refuse(saved.refusal, { typed })
  }
  return await act(args, actor, { id, version: saved.value.version, intent, at })
}

async function act(
  args: RequestArgs,
  actor: Actor,
  { id, version, intent, at }: { id: string; version: number; intent: EditorIntent; at: string | null },
) {
  switch (intent.act) {
    case 'picture':
      return redirect(paths.campaignPicture(id, { block: intent.block }))
    case 'cards':
      return redirect(paths.campaignCards(id, { block: intent.block }))
    case 'test':
      return await sendTest(args, actor, id, version)
    case 'links': {
      const campaign = await readCampaign(args, id)
      if (!campaign) throw notFound()
      return reply(200, {
        saved: version,
        done: { what: 'links', broken: await checkCampaignLinks(campaign) },
      })
    }
    case 'submit': {
      const moved = await submitCampaign(args, id, version)
      if (!moved.ok) return refuse(moved.refusal, { saved: version })
      return redirect(
        paths.campaign(id, { done: moved.value.state === 'approved' ? 'approved' : 'submitted' }),
      )
    }
    default:
      return reply(200, { saved: version, at, done: intent.act === 'save' ? { what: 'saved' } : null })
  }
}

async function sendTest(args: RequestArgs, actor: Actor, id: string, version: number) {
  const facts = await readCampaignFacts(id)
  if (!facts) throw notFound()
  const site = siteOfMails()
  const firstName = firstNameOf(actor)
  const mail = renderSample(makeSnapshot(facts, site), { firstName, siteUrl: site.siteUrl })
  if (Buffer.byteLength(mail.html) > mostMarkupBytes)
    return reply(422, { saved: version, refusal: 'This email is longer than 102 kB. Make it shorter.' })
  const sent = await sendCampaignTest(args, id, version, mail)
  return sent.ok
    ? reply(200, { saved: version, done: { what: 'test', address: sent.value } })
    : refuse(sent.refusal, { saved: version })
}

/** Returns the name by which tests and previews address their author. */
export function firstNameOf({ displayName }: Pick<Actor, 'displayName'>): string {
  return displayName.split(/\s+/)[0] ?? ''
}
