import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { sampleFacts } from './campaigns/campaign.fixtures.ts'
import { campaignTestSchema } from './campaigns/campaign.types.ts'
import { type MailSender, type MailText, mailSenderSchema } from './mail.types.ts'
import { type CampaignMail, makeSnapshot, renderSample } from './templates/render-campaign.server.tsx'

const factsSchema = z.object({ sender: mailSenderSchema, payload: campaignTestSchema })

const asMail = ({ subject, html, text, replyTo }: CampaignMail): MailText => ({
  subject: `[TEST] ${subject}`,
  html,
  text,
  replyTo,
  listEnd: null,
  pictures: [],
})

/** The kind of mail by which its author gets a test of a campaign: it was rendered when it was asked for. */
export const campaignTest = {
  subject: 'none',
  notification: null,
  stream: 'transactional',
  schema: factsSchema,
  async write(mailId: string): Promise<MailText | null> {
    const { payload, sender } = await rpc(serviceClient(), 'read_mail_facts', { p_mail: mailId }, factsSchema)
    return asMail({ ...payload, replyTo: sender.contactEmail, listEnd: null })
  },
  preview(sender: MailSender, _wording: unknown = null): MailText {
    const snapshot = makeSnapshot({ ...sampleFacts, sender }, sender)
    return asMail(renderSample(snapshot, { firstName: 'Mia', siteUrl: sender.siteUrl }))
  },
} as const
