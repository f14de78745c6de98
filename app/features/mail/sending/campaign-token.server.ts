import { createHmac, timingSafeEqual } from 'node:crypto'
import { readEnv } from '#server/env.server.ts'

/** Number of the link that ends the mails, beside the links of a campaign's snapshot. */
export const endLink = 0xffff

const sign = (body: Buffer) =>
  createHmac('sha256', readEnv().LINK_SECRET).update('campaign link').update(body).digest().subarray(0, 12)

/**
 * Makes the token of a link in one recipient's mail: their row, the number of the link, and a signature, so that nobody can make one up
 * and nothing has to be stored for 100,000 mails.
 */
export function campaignToken(recipientId: string, link: number): string {
  const body = Buffer.alloc(18)
  body.write(recipientId.replaceAll('-', ''), 0, 'hex')
  body.writeUInt16BE(link, 16)
  return Buffer.concat([body, sign(body)]).toString('base64url')
}

/** Reads a token. @returns null for one that this site did not make */
export function readCampaignToken(token: string): { recipientId: string; link: number } | null {
  if (!/^[\w-]{40}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const body = bytes.subarray(0, 18)
  if (!timingSafeEqual(bytes.subarray(18), sign(body))) return null
  const hex = body.toString('hex', 0, 16)
  const recipientId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { recipientId, link: body.readUInt16BE(16) }
}
