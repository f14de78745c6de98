import { globalStyle, style } from '@vanilla-extract/css'
import * as button from '#ui/button.css.ts'
import { theme } from '#ui/theme/contract.css.ts'

/** The two lines under a title. */
export const when = style({ display: 'grid', gap: theme.space[1], lineHeight: theme.leading.snug })
export const line = style({ display: 'flex', alignItems: 'baseline', gap: theme.space[2] })
export const more = style({ color: theme.color.inkMuted })
export const icon = style({
  flex: 'none',
  alignSelf: 'start',
  marginTop: '0.1rem',
  color: theme.color.accentInk,
})

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  borderTop: `1px solid ${theme.color.line}`,
})
const cell = style({ paddingBlock: theme.space[3], borderBottom: `1px solid ${theme.color.line}` })
export const term = style([cell, { paddingRight: theme.space[5], fontWeight: theme.weight.bold }])
export const value = style([cell, { margin: 0, color: theme.color.inkMuted }])

export const place = style({
  display: 'grid',
  gap: theme.space[3],
  padding: theme.space[5],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.sunk,
})
/** Reaches the edges of the card. */
export const mapImage = style({
  width: `calc(100% + 2 * ${theme.space[5]})`,
  maxWidth: 'none',
  height: 'auto',
  margin: `calc(-1 * ${theme.space[5]}) calc(-1 * ${theme.space[5]}) 0`,
  borderRadius: `calc(${theme.radius.lg} - 1px) calc(${theme.radius.lg} - 1px) 0 0`,
})
export const area = style({
  fontFamily: theme.font.display,
  fontSize: theme.text['3xl'],
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.none,
  letterSpacing: '-0.03em',
  color: theme.color.accentInk,
  textWrap: 'balance',
})
export const address = style({ display: 'grid', fontStyle: 'normal', lineHeight: theme.leading.snug })
export const maps = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${theme.space[5]}` })
export const map = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  minHeight: theme.size.touch,
  fontWeight: theme.weight.bold,
})

export const acts = style({ display: 'grid', gap: theme.space[4] })
/** Picture and words; the button and the links stand below the words as far as the picture reaches. */
export const act = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto auto minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr',
  gap: `${theme.space[2]} ${theme.space[3]}`,
  alignItems: 'start',
})
globalStyle(`${act} > :first-child`, { gridRow: '1 / 3' })
export const actPicture = style({ width: '6rem', borderRadius: theme.radius.md })
export const actWords = style({
  gridColumn: '2 / -1',
  minWidth: 0,
  paddingTop: theme.space[2],
  lineHeight: theme.leading.snug,
})
export const actName = style({
  color: theme.color.ink,
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text.xl,
  overflowWrap: 'anywhere',
  textDecorationColor: theme.color.lineStrong,
  // A link is as large as its line.
  selectors: { 'a&::after': { content: '""', position: 'absolute', inset: 0 } },
})
export const actRole = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
export const actLinks = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.space[3],
})
/** Above the link that is as large as the row. */
export const actLink = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.bold,
})
/** Above that link. */
export const follow = style([button.variant.secondary, button.size.sm])

export const about = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  whiteSpace: 'pre-line',
})
