import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Fields stand side by side by the width of the form, which the window does not tell: beside it are the navigation and the state. */
const two = '(min-width: 36rem)'
const three = '(min-width: 40rem)'
const wide = '(min-width: 47rem)'
const narrow = '(max-width: 46.99rem)'

export const form = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  minWidth: 0,
  containerType: 'inline-size',
  // Before the steps that end the event, on a phone.
  order: 1,
})

export const section = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const sectionTitle = style({ fontSize: theme.text.xl })
export const hint = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })

/** Fields beside one another where there is room. */
export const pair = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container': { [two]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const triple = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container': { [three]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})

/** One of several: a room, an act, a price. Its button is beside the first field where the form is narrow, else in the last column. */
export const rows = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const row = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'end',
  padding: theme.space[3],
  borderRadius: theme.radius.md,
  background: theme.color.ground,
  border: `1px solid ${theme.color.line}`,
})
export const roomRow = style([
  row,
  { '@container': { [wide]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) auto' } } },
])
export const priceRow = style([
  row,
  { '@container': { [wide]: { gridTemplateColumns: 'minmax(0, 1fr) 7rem 5.5rem 13.5rem auto' } } },
])
globalStyle(`${row} > *`, { '@container': { [narrow]: { gridColumn: '1 / -1' } } })
// The button of a row, inside the place of its tooltip until a pointer comes near.
const hasButton = ':has(> button, > span > button)'
globalStyle(`${row}${hasButton}`, {
  '@container': { [narrow]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr)) auto' } },
})
globalStyle(`${row}${hasButton} > div:first-of-type`, { '@container': { [narrow]: { gridColumn: '1 / 3' } } })
globalStyle(`${row} > button, ${row} > span > button`, { '@container': { [narrow]: { gridArea: '1 / 3' } } })
globalStyle(`${priceRow} > div:nth-of-type(2)`, { '@container': { [narrow]: { gridColumn: '1' } } })
globalStyle(`${priceRow} > div:nth-of-type(3)`, { '@container': { [narrow]: { gridColumn: '2 / -1' } } })
export const rowNote = style({ gridColumn: '1 / -1', fontSize: theme.text.sm, color: theme.color.inkMuted })

export const type = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  padding: theme.space[4],
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.lg,
})
/** The name of a ticket type. Floats, because only then the browser keeps a legend below its field set's border. */
export const typeName = style({
  float: 'left',
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  padding: 0,
  paddingInlineEnd: '7rem',
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
/** Beside the name, in the space that it leaves free. */
export const typeRemove = style({
  position: 'absolute',
  insetBlockStart: theme.space[4],
  insetInlineEnd: theme.space[4],
})

export const legend = style({
  padding: 0,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  marginBottom: theme.space[1],
})

/** Save stays in reach however long the form is. */
export const bar = style({
  position: 'sticky',
  bottom: `calc(${theme.size.bottomBar} + env(safe-area-inset-bottom))`,
  zIndex: theme.layer.sticky,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.space[3],
  padding: theme.space[3],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  boxShadow: theme.shadow.mid,
  '@media': { [media.md]: { bottom: theme.space[4] } },
})

/** Says when what is typed was kept; takes the room that the buttons leave. */
export const draftState = style({
  flex: '1 1 9rem',
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
})

// Scrolls a focused field out from under the bar.
globalStyle(`html:has(${bar})`, {
  scrollPaddingBottom: `calc(${theme.size.bottomBar} + 6.5rem + env(safe-area-inset-bottom))`,
})
