import * as z from 'zod'
import type { Result } from '#core/result.ts'
import { rpc, rpcResult } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { userClient } from '#server/supabase.server.ts'
import {
  type CampaignRecipients,
  type CampaignResults,
  campaignRecipientsSchema,
  campaignResultsSchema,
  recipientTabs,
} from './results.types.ts'

/** Reads what came of a campaign. @returns null when there is none @throws for everybody but admins */
export const readCampaignResults = (args: RequestArgs, id: string): Promise<CampaignResults | null> =>
  rpc(userClient(args), 'read_campaign_results', { p_id: id }, campaignResultsSchema.nullable())

/** Reads the part of the recipients' list that its address names. */
export const recipientsQuerySchema = z.object({
  show: z.enum(recipientTabs).catch('all').default('all'),
  after: z.uuid().nullable().catch(null).default(null),
})
export type RecipientsQuery = z.output<typeof recipientsQuerySchema>

/** Reads a page of the recipients of a campaign. @throws for everybody but admins */
export const listCampaignRecipients = (
  args: RequestArgs,
  id: string,
  { show, after }: RecipientsQuery,
): Promise<CampaignRecipients> =>
  rpc(
    userClient(args),
    'list_campaign_recipients',
    { p_id: id, p_show: show, ...(after && { p_after: after }) },
    campaignRecipientsSchema,
  )

/** Decides before the time which of two subjects the rest of a campaign gets. Refused as `choose_campaign_subject` refuses. */
export const chooseCampaignSubject = (
  args: RequestArgs,
  id: string,
  subject: 'a' | 'b',
): Promise<Result<unknown>> =>
  rpcResult(userClient(args), 'choose_campaign_subject', { p_id: id, p_subject: subject }, z.unknown())
