/** Parses what staff send about campaigns. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { type BlockKind, blockKinds, isLinkAddress, mostBlocks, mostCards } from '#core/campaign-blocks.ts'
import { shownNumber } from '#core/number-input.ts'
import { photoFormSchema } from '#core/photo-form.schema.ts'
import { pictureKeyPattern } from '#core/picture.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { type RichText, readMarkedText, richTextSchema } from '#core/rich-text.ts'
import { campaignKinds, campaignTabs } from './campaign.types.ts'

const id = z.uuid().nullable().catch(null).default(null)
const reload = 'Something here is not part of this form. Please reload the page and try again.'
const version = shownNumber(2_147_483_647)

/** Reads the filters of the list of campaigns from its address. Ignores values that are not valid. */
export const campaignsQuerySchema = z.object({
  show: z.enum(campaignTabs).catch('draft').default('draft'),
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  after: id,
})
export type CampaignsQuery = z.output<typeof campaignsQuerySchema>

const name = z
  .string('Enter a name')
  .trim()
  .min(1, 'Enter a name')
  .max(100, 'The name can have at most 100 characters')
  .refine(isOneLine, strangeText)

const line = (most: number, message: string) =>
  z.string().trim().max(most, message).refine(isOneLine, strangeText).default('')

/** A new campaign: its kind, the event of a notice, and what it begins with. */
export const newCampaignSchema = z
  .object({
    name,
    kind: z.enum(campaignKinds, reload),
    event: z.uuid(reload).optional(),
    template: z.uuid(reload).optional(),
  })
  .refine(({ kind, event }) => (kind === 'notice') === (event !== undefined), {
    path: ['event'],
    message: 'Choose an event for a notice, and none for marketing',
  })

const url = z
  .string()
  .trim()
  .refine((text) => isLinkAddress(text), 'Enter an address that begins with https:// or /')
  .default('')
const picture = z.string().regex(pictureKeyPattern, reload).nullable().default(null)
const alt = line(200, 'Picture description can have at most 200 characters')
const blockId = z.string(reload).regex(/^[a-z0-9]{4,12}$/, reload)
const cards = z.array(z.uuid(reload)).max(mostCards, `Choose at most ${mostCards}`).default([])

/** Reads the JSON of the text editor. */
const doc = z.string().transform((json, context) => {
  try {
    return richTextSchema.parse(JSON.parse(json))
  } catch {
    context.addIssue({ code: 'custom', message: reload })
    return z.NEVER
  }
})

/** A block of text: what the editor keeps, or without JavaScript what the text area holds. */
const textBlock = z
  .object({
    kind: z.literal('text'),
    id: blockId,
    doc: doc.optional(),
    marked: z
      .string()
      .max(8000, 'Please use at most 8000 characters')
      .refine(isPlainText, strangeText)
      .default(''),
  })
  .transform(({ kind, id, doc, marked }): { kind: 'text'; id: string; text: RichText } => ({
    kind,
    id,
    text: doc ?? readMarkedText(marked),
  }))

const blockSchema = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal('hero'),
      id: blockId,
      title: line(120, 'The headline can have at most 120 characters'),
      text: z
        .string()
        .trim()
        .max(300, 'Please use at most 300 characters')
        .refine(isPlainText, strangeText)
        .default(''),
      picture,
      alt,
    }),
    textBlock,
    z.object({ kind: z.literal('picture'), id: blockId, picture, alt, url }),
    z.object({ kind: z.literal('events'), id: blockId, events: cards }),
    z.object({ kind: z.literal('products'), id: blockId, products: cards }),
    z.object({
      kind: z.literal('button'),
      id: blockId,
      label: line(60, 'The label can have at most 60 characters'),
      url,
    }),
    z.object({ kind: z.literal('divider'), id: blockId }),
  ],
  reload,
)

/** Shares of the audience that a test or a hold-out may have, in hundredths of a percent. */
export const shares = [0, 500, 1000, 2000, 3000, 5000] as const
const share = z
  .enum(shares.map(String) as [string, ...string[]], reload)
  .default('0')
  .transform((text): number => shares.find((bps) => String(bps) === text) ?? 0)

/** Everything of a campaign but its audience. */
export const campaignFormSchema = z.object({
  version,
  name,
  category: z.string(reload).regex(/^[a-z_]{3,30}$/, reload),
  subject: line(100, 'The subject can have at most 100 characters'),
  subjectB: line(100, 'The subject can have at most 100 characters'),
  preheader: line(140, 'The preview text can have at most 140 characters'),
  testShareBps: share,
  holdOutBps: share,
  blocks: z
    .array(blockSchema)
    .max(mostBlocks, `A campaign can have at most ${mostBlocks} blocks`)
    .default([]),
})
export type CampaignForm = z.output<typeof campaignFormSchema>

/** What a press in the editor asks for beside saving: its name, and the block or the kind of block that it is about. */
export type EditorIntent =
  | { act: 'save' | 'test' | 'links' | 'submit' }
  | { act: 'add'; kind: BlockKind }
  | { act: 'up' | 'down' | 'remove' | 'picture' | 'cards'; block: string }

/** Reads the name of a button of the editor; what is unknown saves. */
export function readEditorIntent(value: unknown): EditorIntent {
  const [act, about = ''] = String(value ?? '').split(':')
  const kind = Object.keys(blockKinds).find((known) => known === about) as BlockKind | undefined
  switch (act) {
    case 'test':
    case 'links':
    case 'submit':
      return { act }
    case 'add':
      return kind ? { act, kind } : { act: 'save' }
    case 'up':
    case 'down':
    case 'remove':
    case 'picture':
    case 'cards':
      return /^[a-z0-9]{4,12}$/.test(about) ? { act, block: about } : { act: 'save' }
    default:
      return { act: 'save' }
  }
}

const reason = z
  .string()
  .trim()
  .max(500, 'Please use at most 500 characters')
  .refine(isPlainText, strangeText)
  .optional()

/** The forms of the card that says what may be done with a campaign. */
export const campaignSteps = {
  approve: z.object({ version, note: reason }),
  changes: z.object({
    version,
    note: z
      .string('Say what has to change')
      .trim()
      .min(3, 'Say what has to change')
      .max(500, 'Please use at most 500 characters')
      .refine(isPlainText, strangeText),
  }),
  schedule: z.object({
    version,
    /** A minute of the brand's own local time, as a browser writes it. */
    sendAt: z.string('Choose a time').regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Choose a date and a time'),
  }),
  now: z.object({ version }),
  reopen: null,
  stop: z.object({ reason }),
  pause: z.object({ reason }),
  resume: null,
  duplicate: null,
  template: z.object({
    name: line(100, 'The name can have at most 100 characters'),
    template: z.uuid(reload).optional(),
  }),
} as const

/** The picture of a block: with a version, since it is saved into the campaign. */
export const blockPictureSchema = photoFormSchema.extend({ version })

/** The cards of a block: which it shows, in their order. */
export const blockCardsSchema = z.object({
  version,
  chosen: cards,
})

/** What is looked for among events or products. */
export const cardQuerySchema = z.object({
  block: blockId.catch('').default(''),
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
})

/** A step of the list of templates. */
export const templateStepSchema = z.object({
  template: z.uuid(reload),
  version: shownNumber(2_147_483_647).optional(),
})
