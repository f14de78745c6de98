import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Pictures over the words on a phone; beside them from `md`, where the words stay in view. */
export const layout = style({
  display: 'grid',
  gap: theme.space[5],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [media.md]: { gridTemplateColumns: 'minmax(0, 11fr) minmax(19rem, 9fr)', gap: theme.space[6] },
    [media.lg]: { gap: theme.space[8] },
  },
})
export const words = style({
  display: 'grid',
  gap: theme.space[5],
  minWidth: 0,
  '@media': { [media.md]: { position: 'sticky', top: `calc(${theme.size.header} + ${theme.space[5]})` } },
})
export const head = style({ display: 'grid', gap: theme.space[2] })
export const crumbs = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${theme.space[3]}`,
  fontSize: theme.text.sm,
})
export const crumb = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  minWidth: theme.size.touch,
  color: theme.color.inkMuted,
})
export const title = style({
  fontSize: theme.text['2xl'],
  lineHeight: theme.leading.tight,
  letterSpacing: '-0.02em',
  overflowWrap: 'anywhere',
})
export const longTitle = style([title, { fontSize: theme.text.xl }])
export const priceLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: '2rem',
})
export const price = style({
  fontSize: theme.text.lg,
  fontWeight: theme.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
})
export const few = style({ color: theme.color.warning, fontWeight: theme.weight.bold })
export const summary = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.md,
  lineHeight: theme.leading.normal,
})

export const options = style({ display: 'grid', gap: theme.space[4] })
export const option = style({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  scrollMarginTop: theme.space[9],
})
export const optionName = style({
  padding: 0,
  marginBottom: theme.space[2],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const optionChosen = style({ color: theme.color.ink, fontWeight: theme.weight.semibold })
export const values = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[2],
  listStyle: 'none',
  padding: 0,
})
export const value = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: '3.25rem',
  minHeight: '3rem',
  paddingInline: theme.space[4],
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  color: theme.color.ink,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: {
    '&[data-sold-out="true"]': {
      borderStyle: 'dashed',
      color: theme.color.inkMuted,
      textDecoration: 'line-through',
    },
    '&[aria-current]': {
      borderColor: theme.color.ink,
      boxShadow: `inset 0 0 0 1px ${theme.color.ink}`,
    },
    '&:focus-visible': { borderRadius: theme.radius.md },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { borderColor: theme.color.ink } } },
  },
})

/** How many, and the button. */
export const buy = style({
  display: 'grid',
  gridTemplateColumns: '5.5rem minmax(0, 1fr)',
  gap: theme.space[3],
  alignItems: 'end',
})
export const note = style({
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  lineHeight: theme.leading.snug,
})

export const drop = style({
  display: 'grid',
  gap: theme.space[3],
  padding: theme.space[5],
  borderRadius: theme.radius.lg,
  background: theme.color.accentSoft,
  lineHeight: theme.leading.snug,
})
export const dropWhen = style({
  fontFamily: theme.font.display,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.black,
  letterSpacing: '-0.01em',
  color: theme.color.accentInk,
})

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  margin: 0,
  borderTop: `1px solid ${theme.color.line}`,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
})
const cell = style({ paddingBlock: theme.space[3], borderBottom: `1px solid ${theme.color.line}` })
export const term = style([cell, { paddingRight: theme.space[5], fontWeight: theme.weight.bold }])
export const detail = style([cell, { margin: 0, color: theme.color.inkMuted }])

export const about = style({
  display: 'grid',
  gap: theme.space[3],
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})
export const disclosure = style({ borderBottom: `1px solid ${theme.color.line}` })
export const summaryLine = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  minHeight: '3.25rem',
  cursor: 'pointer',
  fontWeight: theme.weight.bold,
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const tableBox = style({ overflowX: 'auto', paddingBottom: theme.space[4] })
export const table = style({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'left',
})
const tableCell = style({
  padding: `${theme.space[2]} ${theme.space[3]}`,
  borderTop: `1px solid ${theme.color.line}`,
  whiteSpace: 'nowrap',
})
export const column = style([tableCell, { color: theme.color.inkMuted, fontWeight: theme.weight.semibold }])
export const row = style([tableCell, { fontWeight: theme.weight.bold }])
export const measure = style([tableCell])
