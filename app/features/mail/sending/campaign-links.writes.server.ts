import * as z from 'zod'
import { rpc } from '#server/rpc.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { endLink, readCampaignToken } from './campaign-token.server.ts'
import { isScanner } from './scanners.rules.ts'

const endSchema = z.object({ address: z.string(), isEnded: z.boolean() })

/**
 * Follows a link of a campaign's mail.
 * @returns where it leads, or for the link that ends the mails whose they are; null for a link that this site did not make
 */
export async function openCampaignLink(
  token: string,
  { method, headers }: Request,
): Promise<{ url: string } | z.output<typeof endSchema> | null> {
  const read = readCampaignToken(token)
  if (!read) return null
  const { recipientId, link } = read
  if (link === endLink)
    return rpc(serviceClient(), 'read_campaign_end', { p_recipient: recipientId }, endSchema.nullable())
  const values = {
    p_recipient: recipientId,
    p_link: link,
    p_is_scanner: method !== 'GET' || isScanner(headers.get('user-agent') ?? ''),
  }
  const url = await rpc(
    serviceClient(),
    'follow_campaign_link',
    values,
    z.url({ protocol: /^https?$/ }).nullable(),
  )
  return url === null ? null : { url }
}

/** Ends the mails of a campaign's category for the recipient of the link. @returns whether there are such mails */
export async function endCampaignMails(token: string): Promise<boolean> {
  const read = readCampaignToken(token)
  if (read?.link !== endLink) return false
  return rpc(serviceClient(), 'end_campaign_mails', { p_recipient: read.recipientId }, z.boolean())
}
