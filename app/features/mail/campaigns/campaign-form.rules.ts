import * as z from 'zod'
import { type CampaignBlock, emptyBlock, mostBlocks } from '#core/campaign-blocks.ts'
import { markedText } from '#core/rich-text.ts'
import type { EditorIntent } from './campaign.schema.ts'
import type { CampaignEditor } from './campaign.types.ts'

/** What the editor's form shows: each field as the text that stands in it. */

const text = z.string().catch('').default('')

/** What was typed into a block. Fields that its kind does not have are empty. */
const typedBlockSchema = z.object({
  kind: z.enum(['hero', 'text', 'picture', 'events', 'products', 'button', 'divider']),
  id: z.string(),
  title: text,
  text,
  picture: text,
  alt: text,
  url: text,
  label: text,
  marked: text,
  /** The JSON of the text editor. */
  doc: text,
  events: z.array(z.string()).catch([]).default([]),
  products: z.array(z.string()).catch([]).default([]),
})
export type TypedBlock = z.output<typeof typedBlockSchema>

const typedFormSchema = z.object({
  name: text,
  category: text,
  subject: text,
  subjectB: text,
  preheader: text,
  testShareBps: text,
  holdOutBps: text,
  blocks: z.array(typedBlockSchema).catch([]).default([]),
})
export type TypedForm = z.output<typeof typedFormSchema>

/** Reads what was typed from what a form sent, whatever it is. */
export function typedForm(payload: unknown): TypedForm {
  return typedFormSchema.catch(typedFormSchema.parse({})).parse(payload)
}

/** Returns the form of a campaign as it is stored. */
export function formOf(campaign: CampaignEditor): TypedForm {
  return typedFormSchema.parse({
    ...campaign,
    testShareBps: String(campaign.testShareBps),
    holdOutBps: String(campaign.holdOutBps),
    blocks: campaign.blocks.map((block) =>
      block.kind === 'text'
        ? { kind: block.kind, id: block.id, marked: markedText(block.text), doc: JSON.stringify(block.text) }
        : { ...block, picture: 'picture' in block ? (block.picture ?? '') : '' },
    ),
  })
}

/**
 * Adds, moves or removes a block.
 * @param newId names a new block
 * @returns the blocks, and the id of the one to go on with
 */
export function changeBlocks(
  blocks: readonly CampaignBlock[],
  intent: EditorIntent,
  newId: string,
): { blocks: CampaignBlock[]; at: string | null } {
  if (intent.act === 'add')
    return blocks.length < mostBlocks
      ? { blocks: [...blocks, emptyBlock(intent.kind, newId)], at: newId }
      : { blocks: [...blocks], at: null }
  const place = 'block' in intent ? blocks.findIndex(({ id }) => id === intent.block) : -1
  const block = blocks[place]
  if (!block) return { blocks: [...blocks], at: null }
  const others = blocks.filter((other) => other !== block)
  switch (intent.act) {
    case 'remove':
      return { blocks: others, at: others[Math.min(place, others.length - 1)]?.id ?? null }
    case 'up':
      return { blocks: others.toSpliced(Math.max(place - 1, 0), 0, block), at: block.id }
    case 'down':
      return { blocks: others.toSpliced(place + 1, 0, block), at: block.id }
    default:
      return { blocks: [...blocks], at: block.id }
  }
}
