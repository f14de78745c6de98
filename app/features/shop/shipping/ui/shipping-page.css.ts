import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const row = style({
  borderTop: `1px solid ${theme.color.line}`,
  selectors: { '&:last-child': { borderBottom: `1px solid ${theme.color.line}` } },
})
export const summary = style({
  cursor: 'pointer',
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: theme.size.touch,
  paddingBlock: theme.space[2],
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const words = style({
  display: 'flex',
  flex: '1 1 auto',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${theme.space[4]}`,
  minWidth: 0,
})
/** Points up while its row is open. */
export const chevron = style({
  flex: 'none',
  color: theme.color.inkMuted,
  selectors: { [`${row}[open] > ${summary} &`]: { rotate: '180deg' } },
})
export const name = style({ fontWeight: theme.weight.semibold, overflowWrap: 'anywhere', minWidth: 0 })
export const facts = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const form = style({ maxWidth: theme.size.form, paddingBlock: `${theme.space[2]} ${theme.space[5]}` })
export const title = style({ fontSize: theme.text.xl })
