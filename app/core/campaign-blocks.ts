import * as z from 'zod'
import { pictureKeyPattern } from './picture.ts'
import { isOneLine, isPlainText } from './plain-text.ts'
import { richTextSchema } from './rich-text.ts'

/**
 * The content of a campaign: blocks, kept as JSON, the only declaration of what they hold. A draft may have blocks that nobody has
 * finished; `private.campaign_problems` lists what is missing before it is sent.
 */

/** The most blocks of a campaign, and the most cards of one block. */
export const mostBlocks = 40
export const mostCards = 6

/** Matches an address that a link of a mail may have: a web page, a page of this site, or a mailbox. */
const address = /^(?:https?:\/\/[^\s{}<>"]+|\/(?!\/)[^\s{}<>"]*|mailto:[^\s{}<>"?]+)$/i

/** Returns whether a mail may link to this address. */
export function isLinkAddress(text: string): boolean {
  if (text.length > 1000 || !isOneLine(text) || !address.test(text)) return false
  if (!/^https?:/i.test(text)) return true
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return !username && !password
}

const line = (most: number) => z.string().trim().max(most).refine(isOneLine).default('')
const url = z
  .string()
  .trim()
  .max(1000)
  .refine((text) => text === '' || isLinkAddress(text))
  .default('')
const picture = z.string().regex(pictureKeyPattern).nullable().default(null)
const id = z.string().regex(/^[a-z0-9]{4,12}$/)
const cards = z.array(z.uuid()).max(mostCards).default([])

/** Names and labels each kind of block, in the order in which the editor offers them. */
export const blockKinds = {
  hero: 'Headline',
  text: 'Text',
  picture: 'Picture',
  events: 'Events',
  products: 'Products',
  button: 'Button',
  divider: 'Line',
} as const
export type BlockKind = keyof typeof blockKinds

export const campaignBlockSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hero'),
    id,
    title: line(120),
    text: z.string().trim().max(300).refine(isPlainText).default(''),
    picture,
    alt: line(200),
  }),
  z.object({ kind: z.literal('text'), id, text: richTextSchema }),
  z.object({ kind: z.literal('picture'), id, picture, alt: line(200), url }),
  z.object({ kind: z.literal('events'), id, events: cards }),
  z.object({ kind: z.literal('products'), id, products: cards }),
  z.object({ kind: z.literal('button'), id, label: line(60), url }),
  z.object({ kind: z.literal('divider'), id }),
])
export type CampaignBlock = z.output<typeof campaignBlockSchema>

export const campaignBlocksSchema = z.array(campaignBlockSchema).max(mostBlocks)

/** Makes an empty block. @param id unique in its campaign */
export function emptyBlock(kind: BlockKind, id: string): CampaignBlock {
  return campaignBlockSchema.parse(kind === 'text' ? { kind, id, text: { type: 'doc' } } : { kind, id })
}
