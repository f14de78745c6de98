import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Four tiles a row, two on a phone; those of the last row share its width. */
export const tiles = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': {
    [media.lg]: { gap: theme.space[4], gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  },
})
export const tile = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  padding: `${theme.space[4]} ${theme.space[4]} ${theme.space[1]}`,
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  minWidth: 0,
  // Has the whole row while it is explained.
  selectors: { '&:has(details[open])': { gridColumn: '1 / -1' } },
  '@media': { [media.belowMd]: { paddingInline: theme.space[3] } },
})
// Leaves room for the sign that explains the figure.
export const label = style({
  paddingRight: theme.space[5],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const value = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text.xl,
  lineHeight: theme.leading.tight,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '@media': { [media.belowMd]: { fontSize: theme.text.lg } },
})
export const longValue = style([value, { '@media': { [media.belowMd]: { fontSize: theme.text.md } } }])
export const change = style({
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
})
export const delta = styleVariants({
  up: { fontWeight: theme.weight.bold, color: theme.color.success },
  down: { fontWeight: theme.weight.bold, color: theme.color.danger },
  same: { fontWeight: theme.weight.bold, color: theme.color.inkMuted },
})
export const tileFoot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${theme.space[3]}`,
  marginTop: 'auto',
  paddingTop: theme.space[1],
})
export const small = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  fontSize: theme.text.sm,
  color: theme.color.accentInk,
  textDecoration: 'underline',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
})
/** Stands in the corner of a tile and opens the sentence below the figure. */
export const explain = style({
  position: 'absolute',
  top: 0,
  right: 0,
  display: 'grid',
  placeItems: 'center',
  width: theme.size.touch,
  height: theme.size.touch,
  color: theme.color.inkFaint,
  cursor: 'pointer',
  selectors: { '&:hover, details[open] > &': { color: theme.color.accentInk } },
})
export const definition = style({
  paddingBottom: theme.space[3],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
globalStyle(`${tileFoot} > details[open]`, { flexBasis: '100%' })
export const notes = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  maxWidth: theme.size.prose,
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const charts = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
})
/** As many tables beside one another as there are, where there is room; each as high as its rows. */
export const tables = style({
  display: 'grid',
  gap: theme.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(20rem, 100%), 1fr))',
})
/** A table with many columns has the whole row, and heads of two lines. */
export const wideTable = style({ gridColumn: '1 / -1', minWidth: 0 })
globalStyle(`${wideTable} th[scope=col]`, {
  whiteSpace: 'normal',
  '@media': { [media.belowMd]: { minWidth: '6.5rem' } },
})
globalStyle(`${wideTable} :is(th, td)`, { '@media': { [media.md]: { paddingInline: theme.space[3] } } })
export const tableBox = style({ minWidth: 0 })
// With few columns nothing scrolls, and names have the room that numbers leave.
globalStyle(`${tableBox} tr > :first-child`, {
  '@media': { [media.belowMd]: { width: 'auto', maxWidth: 'none' } },
})
export const about = style({
  marginTop: theme.space[2],
  maxWidth: theme.size.prose,
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const link = style({ color: theme.color.accentInk, textDecoration: 'underline' })
/** Keeps the name of a row on few lines beside many columns. */
export const rowName = style({
  display: 'inline-block',
  minWidth: '7.5rem',
  overflowWrap: 'anywhere',
  '@media': { [media.md]: { minWidth: '9rem' } },
})
export const short = style({ whiteSpace: 'nowrap' })

const heatBase = style({
  display: 'inline-block',
  minWidth: '3.5rem',
  padding: `${theme.space[1]} ${theme.space[2]}`,
  borderRadius: theme.radius.sm,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
})
const tint = (share: number) => ({
  background: `color-mix(in srgb, ${theme.color.accent} ${share}%, transparent)`,
})
export const heat = styleVariants({ '0': 0, '1': 10, '2': 20, '3': 32, '4': 44 } as const, (share) => [
  heatBase,
  tint(share),
])

export const filters = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const filterForm = style({
  display: 'grid',
  gap: theme.space[3],
  alignItems: 'end',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  padding: theme.space[4],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  '@media': { [media.lg]: { gridTemplateColumns: 'repeat(auto-fit, minmax(11rem, 1fr))' } },
})
export const wideField = style({ gridColumn: 'span 2' })
export const filterSummary = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  cursor: 'pointer',
  fontWeight: theme.weight.semibold,
  color: theme.color.accentInk,
})
/** Takes no room where no filter is on. */
export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[2],
  selectors: { '&:empty': { display: 'none' } },
})
