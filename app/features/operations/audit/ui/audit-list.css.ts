import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const change = style({ display: 'grid', minWidth: 0, overflowWrap: 'anywhere' })
export const reason = style({ maxWidth: '32rem', whiteSpace: 'pre-line' })
export const fold = style({ minWidth: 0 })
export const summary = style({
  // Stands where the text of its cell does: at the end of the line on a phone.
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  '@media': { [media.lgMouse]: { minHeight: '1.5rem' } },
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
