import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import * as paths from '#core/paths.ts'
import { createBatchWriter, isRowFault } from '#server/batch-writer.server.ts'
import { openBulkMailer, type SendOutcome } from '#server/bulk-mailer.server.ts'
import { defineJob } from '#server/define-job.server.ts'
import { readEnv } from '#server/env.server.ts'
import { canSendMail } from '#server/mailer.server.ts'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readCampaignFacts } from '../campaign-facts.server.ts'
import { type CampaignSnapshot, campaignSnapshotSchema } from '../campaigns/campaign.types.ts'
import { siteOfMails } from '../site-of-mails.server.ts'
import { makeSnapshot, renderCampaign } from '../templates/render-campaign.server.tsx'
import { type ClaimedRecipient, claimedRecipientsSchema, dueCampaignsSchema } from './campaign-send.types.ts'
import { campaignToken, endLink } from './campaign-token.server.ts'

/** Result of `read_campaign_snapshot`. */
const startedSnapshotSchema = z.object({ snapshot: campaignSnapshotSchema })

/** Longest time that one run sends, in milliseconds: then another job of the kind has its turn. */
const longestRun = 20_000
const batchSize = 50
const connections = 4

type Result = { id: string } & SendOutcome

/** Writes the mail of one recipient, with links that lead through this site. */
function letterOf(snapshot: CampaignSnapshot, { id, address, subject, firstName, city }: ClaimedRecipient) {
  const { SITE_URL } = readEnv()
  const at = (link: number) => `${SITE_URL}${paths.campaignLink(campaignToken(id, link))}`
  const mail = renderCampaign(snapshot, {
    variables: { first_name: firstName, city },
    link: (_, index) => at(index),
    unsubscribeUrl: snapshot.kind === 'marketing' ? at(endLink) : null,
    subject,
  })
  const stream = snapshot.kind === 'marketing' ? ('marketing' as const) : ('transactional' as const)
  return { to: address, stream, ...mail }
}

/** Asks the database under one claim: mails that end together are handed over, and reported, in one call. */
function claimWriters(claim: string) {
  const handed = createBatchWriter<string, boolean>({
    name: 'campaign mails',
    write: async (ids) => {
      const allowed = new Set(
        await rpc(serviceClient(), 'hand_recipients', { p_claim: claim, p_ids: ids }, z.array(z.string())),
      )
      return ids.map((id) => allowed.has(id))
    },
    isItemFault: isRowFault,
    size: 50,
    waitMs: 3,
    most: 1000,
  })
  const finished = createBatchWriter<Result, null>({
    name: 'campaign results',
    write: async (results) => {
      await rpc(serviceClient(), 'finish_recipients', { p_claim: claim, p_results: results }, z.unknown())
      return results.map(() => null)
    },
    isItemFault: isRowFault,
    size: 50,
    waitMs: 20,
    most: 1000,
  })
  return { handed, finished }
}

/**
 * Sends a campaign, whose id with the number of a lane is the job's key: lanes of several processes send it beside each other. Each batch
 * is claimed, handed over just before its last byte, and reported; a process that ends leaves rows of which the database knows how far
 * they came. Ends when the campaign is paused, stopped or sent.
 */
export const campaignMails = defineJob({
  kind: 'campaign',
  atOnce: 2,
  isOn: canSendMail,
  async run({ key, stopping }) {
    const [campaign = ''] = key.split('/')
    const started = await rpc(
      serviceClient(),
      'read_campaign_snapshot',
      { p_id: campaign },
      startedSnapshotSchema.nullable(),
    )
    if (!started) return undefined
    const claim = randomUUID()
    const { handed, finished } = claimWriters(claim)
    const mailer = openBulkMailer(connections)
    const until = Date.now() + longestRun
    const sendOne = async (recipient: ClaimedRecipient) => {
      const letter = letterOf(started.snapshot, recipient)
      const outcome = await mailer.send(
        letter,
        recipient.id,
        async () => (await handed.add(recipient.id)) ?? false,
      )
      await finished.add({ id: recipient.id, ...outcome })
      return outcome.outcome
    }
    try {
      while (!stopping.aborted && Date.now() < until) {
        const values = { p_campaign: campaign, p_claim: claim, p_most: batchSize }
        const batch = await rpc(serviceClient(), 'claim_recipients', values, claimedRecipientsSchema)
        if (!batch.isSending) return undefined
        if (batch.recipients.length === 0 && batch.waitMs > 0)
          return { againSeconds: Math.max(1, Math.round(batch.waitMs / 1000)) }
        const outcomes = await Promise.all(batch.recipients.map(sendOne))
        if (outcomes.length > 0 && outcomes.every((outcome) => outcome === 'down'))
          return { againSeconds: 15 }
      }
      return { againSeconds: 0 }
    } finally {
      mailer.close()
    }
  },
})

/** Starts campaigns whose time has come, and tends those that are being sent. */
export const campaignStarts = defineJob({
  kind: 'campaign_starts',
  async run({ log }) {
    const due = await rpc(serviceClient(), 'read_due_campaigns', {}, dueCampaignsSchema)
    for (const { id } of due) {
      const facts = await readCampaignFacts(id)
      if (!facts) continue
      const snapshot = makeSnapshot(facts, siteOfMails())
      const values = { p_id: id, p_version: facts.version, p_snapshot: snapshot }
      const outcome = await rpc(serviceClient(), 'start_campaign', values, z.string())
      log.info({ campaign: id, outcome }, 'campaign due')
    }
    await rpc(serviceClient(), 'tend_campaigns', {}, z.int())
    return undefined
  },
})
