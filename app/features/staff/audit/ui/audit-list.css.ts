import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Fills a row on a phone, where its hint would be cut. */
export const person = style({ '@media': { [media.belowLg]: { gridColumn: '1 / -1' } } })
/** Puts both days into a row of their own on a phone, and beside the other fields on a desk. */
export const days = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.space[2],
  '@media': { [media.xl]: { gridColumn: 'span 2' } },
})
// Shows a whole date where five fields stand in one row.
globalStyle(`${days} input`, { '@media': { [media.xl]: { paddingInline: theme.space[2] } } })
export const two = style({
  display: 'grid',
  gap: theme.space[1],
  overflowWrap: 'anywhere',
  '@media': { [media.md]: { minWidth: '7rem' } },
})
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
export const subject = style([faint, { fontWeight: theme.weight.normal }])
export const time = style({ fontVariantNumeric: 'tabular-nums' })
export const change = style({ display: 'grid', gap: theme.space[1], minWidth: 0, overflowWrap: 'anywhere' })
export const reason = style({ maxWidth: '32rem', whiteSpace: 'pre-line' })
export const fold = style({ minWidth: 0 })
export const summary = style({
  // Stands where the text of its cell does: at the end of the line on a phone.
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' }, '&:hover': { textDecoration: 'underline' } },
})
export const list = style({
  display: 'grid',
  gap: theme.space[3],
  margin: 0,
  paddingBlockEnd: theme.space[2],
})
export const item = style({ display: 'grid', gap: theme.space[1] })
export const name = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
export const value = style({ margin: 0, whiteSpace: 'pre-line' })
/** The ids behind the names of a value. */
export const ids = style({ margin: 0, color: theme.color.inkMuted, fontSize: theme.text.xs })
export const diff = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[1]} ${theme.space[2]}`,
  margin: 0,
})
const side = style({
  minWidth: 0,
  paddingInline: theme.space[2],
  borderRadius: theme.radius.sm,
  color: theme.color.ink,
  whiteSpace: 'pre-line',
})
export const before = style([side, { background: theme.color.dangerSoft }])
export const after = style([side, { background: theme.color.successSoft }])
export const arrow = style({ flexShrink: 0, color: theme.color.inkMuted })
export const empty = style({ color: theme.color.inkMuted, fontStyle: 'italic' })
