import type { CampaignBlock } from '#core/campaign-blocks.ts'
import { markedText } from '#core/rich-text.ts'
import type { CampaignProblem } from './campaign.types.ts'

/** Matches a variable in a text: its name, and what stands there for people of whom it is not known. */
export const variableIn = /\{\{\s*([a-z_]+)\s*(?:\|([^{}]*))?\}\}/g

/** The most bytes of a mail's markup: Gmail cuts off what is longer. */
export const mostMarkupBytes = 102_400

/** Says what keeps a campaign from being sent, and how to mend it. */
export function problemSentence({ code, value }: CampaignProblem): string {
  switch (code) {
    case 'subject_missing':
      return 'Write a subject.'
    case 'content_missing':
      return 'Add at least one block.'
    case 'no_postal_address':
      return 'Add the brand’s postal address in the site settings: the footer needs it.'
    case 'subject_b_missing':
      return 'Write a second subject, or test none.'
    case 'event_over':
      return 'The event was over more than 30 days ago.'
    case 'links_unchecked':
      return 'Check the links.'
    case 'not_tested':
      return 'Send yourself a test of the latest version.'
    case 'link_broken':
      return `This link doesn’t work: ${value ?? ''}`
    case 'unknown_variable':
      return `There is no variable “${value ?? ''}”. Choose one from the list, written without formatting inside.`
    case 'notice_offers':
      return value
        ? `A notice may not offer anything: take out the code ${value}.`
        : 'A notice may not offer anything: take out products and other events.'
    case 'hero_empty':
      return 'Write a headline.'
    case 'text_empty':
      return 'Write the text, or remove its block.'
    case 'picture_missing':
      return 'Choose a picture, or remove its block.'
    case 'picture_alt':
      return 'Describe the picture for people who can’t see it.'
    case 'button_incomplete':
      return 'Give the button a label and a link.'
    case 'cards_missing':
      return 'Choose what to show, or remove the block.'
    case 'card_gone':
      return 'Something shown here is not public any more. Take it out.'
  }
}

/** Words that filters of unwanted mail look for in subjects. */
const loudWords = [
  'free',
  'act now',
  'limited time',
  'urgent',
  'winner',
  'guarantee',
  'cash',
  'click here',
  '100%',
  'risk-free',
  'congratulations',
  'last chance',
]

/** A hint that keeps nothing from being sent. */
export type CampaignHint = { id: string; text: string }

/**
 * Says what could keep a campaign out of the inbox, or make it hard to read.
 * @param markupBytes the length of the rendered markup
 */
export function campaignHints(
  { subject, preheader, blocks }: { subject: string; preheader: string; blocks: readonly CampaignBlock[] },
  markupBytes: number,
): CampaignHint[] {
  const hints: CampaignHint[] = []
  const add = (id: string, text: string) => hints.push({ id, text })
  if (markupBytes > mostMarkupBytes)
    add('size', `${kilobytes(markupBytes)}: Gmail cuts off everything after 102 kB. Make it shorter.`)
  else if (markupBytes > mostMarkupBytes * 0.8)
    add('size', `${kilobytes(markupBytes)}: close to the 102 kB at which Gmail cuts off.`)
  const found = loudWords.filter((word) =>
    new RegExp(`(?<!\\w)${word.replace(/\W/g, '\\$&')}(?!\\w)`, 'i').test(subject),
  )
  if (found.length > 0) add('words', `Spam filters look for these words in a subject: ${found.join(', ')}.`)
  const letters = subject.replaceAll(/[^\p{L}]/gu, '')
  if (letters.length >= 8 && letters === letters.toUpperCase())
    add('capitals', 'A subject in capitals reads like spam. Use sentence case.')
  if ((subject.match(/!/g) ?? []).length > 1)
    add('exclamation', 'Use one exclamation mark in the subject at most.')
  if (subject.length > 60) add('length', 'Phones show about 40 characters of a subject, desktops about 60.')
  if (subject && !preheader) add('preheader', 'Add a preview text: mailboxes show it behind the subject.')
  const words = blocks.reduce((sum, block) => sum + wordsOf(block), 0)
  const pictures = blocks.filter(({ kind }) => kind === 'picture' || kind === 'hero').length
  if (pictures > 0 && words < 20)
    add('text', 'There is little text beside the pictures. Many people read mail with pictures off.')
  if (blocks.length > 0 && !blocks.some(({ kind }) => ['button', 'events', 'products'].includes(kind)))
    add('action', 'Nothing here can be pressed. Add a button or a card.')
  return hints
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`

function wordsOf(block: CampaignBlock): number {
  const text =
    block.kind === 'text'
      ? markedText(block.text)
      : block.kind === 'hero'
        ? `${block.title} ${block.text}`
        : ''
  return text.split(/\s+/).filter(Boolean).length
}

/** Returns the addresses that a campaign links to, each once. */
export function linksOf(blocks: readonly CampaignBlock[]): string[] {
  const found = blocks.flatMap((block): string[] => {
    if (block.kind === 'button' || block.kind === 'picture') return [block.url]
    if (block.kind !== 'text') return []
    return block.text.content.flatMap((part) => {
      const lines =
        part.type === 'bulletList' || part.type === 'orderedList'
          ? part.content.flatMap(({ content }) => content)
          : [part]
      return lines.flatMap(({ content = [] }) =>
        content.flatMap((inline) =>
          inline.type === 'text'
            ? (inline.marks ?? []).flatMap((mark) => (mark.type === 'link' ? [mark.attrs.href] : []))
            : [],
        ),
      )
    })
  })
  return [...new Set(found.filter(Boolean))]
}
