import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const two = style({ display: 'grid', gap: theme.space[1] })
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm, overflowWrap: 'anywhere' })
export const reason = style({ overflowWrap: 'anywhere', maxWidth: '32rem', display: 'inline-block' })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[3],
})
/** Takes a line of its own while it is open. */
export const fold = style({ selectors: { '&[open]': { flexBasis: '100%' } } })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' }, '&:hover': { textDecoration: 'underline' } },
})
