import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Styles the page: the conversation, and earlier ones beside it on a wide screen. */
export const columns = style({
  display: 'grid',
  gap: theme.space[6],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) 18rem' } },
})

export const turns = style({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: theme.space[6] })
export const turn = style({
  display: 'grid',
  gap: theme.space[3],
  minWidth: 0,
  scrollMarginBlockStart: theme.space[9],
})
export const question = style({
  justifySelf: 'end',
  maxWidth: '85%',
  margin: 0,
  padding: `${theme.space[3]} ${theme.space[4]}`,
  borderRadius: theme.radius.lg,
  background: theme.color.accentSoft,
  color: theme.color.ink,
  fontFamily: theme.font.body,
  fontSize: theme.text.md,
  fontWeight: theme.weight.normal,
  lineHeight: theme.leading.normal,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})
export const answer = style({ display: 'grid', gap: theme.space[3], minWidth: 0, maxWidth: theme.size.prose })
export const text = style({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' })
export const pending = style({ display: 'flex', alignItems: 'center', gap: theme.space[3], flexWrap: 'wrap' })

export const cardTitle = style({ margin: 0, fontSize: theme.text.lg, overflowWrap: 'anywhere' })
export const cardLine = style({ margin: 0, color: theme.color.inkMuted, overflowWrap: 'anywhere' })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(6rem, auto) minmax(0, 1fr)',
  gap: `${theme.space[1]} ${theme.space[4]}`,
  margin: 0,
})
export const term = style({ color: theme.color.inkMuted, overflowWrap: 'anywhere' })
export const value = style({ margin: 0, overflowWrap: 'anywhere' })

export const sums = style({ width: '100%', borderCollapse: 'collapse' })
export const sumsTitle = style({
  textAlign: 'start',
  fontWeight: theme.weight.semibold,
  paddingBlockEnd: theme.space[2],
})
export const sumLabel = style({
  textAlign: 'start',
  fontWeight: theme.weight.normal,
  paddingBlock: theme.space[1],
  overflowWrap: 'anywhere',
})
export const sumPart = style([sumLabel, { paddingInlineStart: theme.space[4], color: theme.color.inkMuted }])
export const sumAmount = style({
  textAlign: 'end',
  verticalAlign: 'top',
  paddingBlock: theme.space[1],
  paddingInlineStart: theme.space[4],
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
export const sumTotal = style({
  borderBlockStart: `1px solid ${theme.color.line}`,
  fontWeight: theme.weight.bold,
})

export const links = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${theme.space[4]}` })
export const questions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
/** A suggestion may be long: it wraps instead of leaving the screen. */
export const suggestion = style({
  maxWidth: '100%',
  textAlign: 'start',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
})
export const thumbs = style({ display: 'flex', gap: theme.space[1], alignItems: 'center' })

export const summary = style({
  minHeight: theme.size.touch,
  display: 'list-item',
  alignContent: 'center',
  cursor: 'pointer',
})
export const transcript = style({
  display: 'grid',
  gap: theme.space[3],
  paddingInlineStart: theme.space[5],
  margin: 0,
})

/** Keeps the field in reach under a long conversation, above the keyboard of a phone and the bar of the site. */
export const composer = style({
  position: 'sticky',
  bottom: `calc(${theme.size.bottomBar} + env(safe-area-inset-bottom))`,
  zIndex: theme.layer.sticky,
  display: 'grid',
  gap: theme.space[2],
  paddingBlock: theme.space[3],
  background: theme.color.ground,
  borderBlockStart: `1px solid ${theme.color.line}`,
  '@media': {
    [media.md]: { bottom: 0 },
    // beside the keyboard of a phone on its side there is room for the answer or for the field
    '(max-height: 30rem)': { position: 'static' },
  },
})
globalStyle(`${composer} textarea`, { minHeight: '3.5rem' })
// Scrolls what has the focus out from under the field.
globalStyle(`html:has(${composer})`, {
  scrollPaddingBottom: `calc(${theme.size.bottomBar} + 11rem + env(safe-area-inset-bottom))`,
})

export const history = style({ display: 'grid', gap: theme.space[3], minWidth: 0 })
export const historyTitle = style({ margin: 0, fontSize: theme.text.lg })
export const historyList = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: theme.space[1],
})
export const historyLink = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  overflowWrap: 'anywhere',
})
