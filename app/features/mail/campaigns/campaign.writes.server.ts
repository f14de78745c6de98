import * as z from 'zod'
import { type CampaignBlock, campaignBlocksSchema } from '#core/campaign-blocks.ts'
import type { Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient, userClient } from '#server/supabase.server.ts'
import type { CampaignMail } from '../templates/render-campaign.server.tsx'
import { linksOf } from './campaign.rules.ts'
import type { CampaignForm } from './campaign.schema.ts'
import { type CampaignEditor, campaignMovedSchema, campaignSavedSchema } from './campaign.types.ts'
import { checkLinks } from './check-links.server.ts'

type Moved = Promise<Result<z.output<typeof campaignMovedSchema>>>
const nothing = z.unknown().transform(() => undefined)

/**
 * Makes a draft.
 * @param event whose holders a notice goes to
 * @param template what it begins with; `from` copies a campaign instead
 * @returns its id; refused as `create_campaign` refuses
 */
export function createCampaign(
  args: RequestArgs,
  {
    name,
    kind,
    event = null,
    template,
    from,
  }: { name: string; kind: string; event?: string | null; template?: string | undefined; from?: string },
): Promise<Result<string>> {
  // The Data API takes null for an id, which its generated types do not say.
  const values = { p_name: name, p_kind: kind, p_event: event as string, p_template: template, p_from: from }
  return rpcResult(userClient(args), 'create_campaign', values, z.uuid())
}

/**
 * Saves the content of a draft.
 * @param version the version that was read
 * @returns the version it has now, the same where nothing changed; refused as `save_campaign` refuses
 */
export function saveCampaign(
  args: RequestArgs,
  id: string,
  version: number,
  content: Omit<CampaignForm, 'version' | 'blocks'> & { blocks: CampaignBlock[] },
): Promise<Result<{ version: number }>> {
  const { name, category, subject, subjectB, preheader, testShareBps, holdOutBps } = content
  const blocks = campaignBlocksSchema.parse(content.blocks)
  const values = {
    p_id: id,
    p_version: version,
    p_content: { name, category, subject, subjectB, preheader, testShareBps, holdOutBps, blocks },
  }
  return rpcResult(userClient(args), 'save_campaign', values, campaignSavedSchema)
}

/** Queues a test of a draft to the caller's own address. @returns the address; refused as `send_campaign_test` refuses */
export function sendCampaignTest(
  args: RequestArgs,
  id: string,
  version: number,
  { subject, html, text }: CampaignMail,
): Promise<Result<string>> {
  const values = { p_id: id, p_version: version, p_mail: { subject, html, text } }
  return rpcResult(userClient(args), 'send_campaign_test', values, z.string())
}

/** Tries the links of a campaign, and keeps what became of it with the version. @returns how many do not work */
export async function checkCampaignLinks({ id, version, blocks }: CampaignEditor): Promise<number> {
  const problems = await checkLinks(linksOf(blocks))
  const values = { p_id: id, p_version: version, p_problems: problems }
  await rpc(serviceClient(), 'note_campaign_links', values, nothing)
  return problems.length
}

/** Submits a draft. Refused as `submit_campaign` refuses. */
export function submitCampaign(args: RequestArgs, id: string, version: number): Moved {
  return rpcResult(userClient(args), 'submit_campaign', { p_id: id, p_version: version }, campaignMovedSchema)
}

/** Approves a submitted campaign, or sends it back. @param note what has to change. Refused as `review_campaign` refuses. */
export function reviewCampaign(
  args: RequestArgs,
  id: string,
  { version, approves, note }: { version: number; approves: boolean; note?: string | undefined },
): Moved {
  const values = { p_id: id, p_version: version, p_approves: approves, p_note: note }
  return rpcResult(userClient(args), 'review_campaign', values, campaignMovedSchema)
}

/** Plans an approved campaign. @param sendAt an instant, null for now. Refused as `schedule_campaign` refuses. */
export function scheduleCampaign(
  args: RequestArgs,
  id: string,
  version: number,
  sendAt: string | null,
): Moved {
  const values = { p_id: id, p_version: version, p_send_at: sendAt ?? undefined }
  return rpcResult(userClient(args), 'schedule_campaign', values, campaignMovedSchema)
}

/** Takes a campaign back to draft. Refused as `reopen_campaign` refuses. */
export function reopenCampaign(args: RequestArgs, id: string): Moved {
  return rpcResult(userClient(args), 'reopen_campaign', { p_id: id }, campaignMovedSchema)
}

/** Ends a campaign for good. Refused as `stop_campaign` refuses. */
export function stopCampaign(args: RequestArgs, id: string, reason: string | undefined): Moved {
  return rpcResult(userClient(args), 'stop_campaign', { p_id: id, p_reason: reason }, campaignMovedSchema)
}

/** Pauses a campaign. Refused as `pause_campaign` refuses. */
export function pauseCampaign(args: RequestArgs, id: string, reason: string | undefined): Moved {
  return rpcResult(userClient(args), 'pause_campaign', { p_id: id, p_reason: reason }, campaignMovedSchema)
}

/** Goes on with a paused campaign. Refused as `resume_campaign` refuses. */
export function resumeCampaign(args: RequestArgs, id: string): Moved {
  return rpcResult(userClient(args), 'resume_campaign', { p_id: id }, campaignMovedSchema)
}

/**
 * Keeps the content of a campaign as a template.
 * @param template the one that gets a new version; without it a new one of this name
 * @returns its id; refused as `save_campaign_template` refuses
 */
export function saveTemplate(
  args: RequestArgs,
  campaign: string,
  { name, template }: { name: string; template?: string | undefined },
): Promise<Result<string>> {
  const values = { p_campaign: campaign, p_template: (template ?? null) as string, p_name: name }
  return rpcResult(userClient(args), 'save_campaign_template', values, z.uuid())
}

/** Puts an earlier version of a template to use again. Refused as `restore_campaign_template` refuses. */
export function restoreTemplate(
  args: RequestArgs,
  template: string,
  version: number,
): Promise<Result<number>> {
  const values = { p_template: template, p_version: version }
  return rpcResult(userClient(args), 'restore_campaign_template', values, z.int())
}

/** Takes a template out of what new campaigns are offered, or back in. Refused as `archive_campaign_template` refuses. */
export function archiveTemplate(
  args: RequestArgs,
  template: string,
  isArchived: boolean,
): Promise<Result<undefined>> {
  const values = { p_template: template, p_archived: isArchived }
  return rpcResult(userClient(args), 'archive_campaign_template', values, nothing)
}
