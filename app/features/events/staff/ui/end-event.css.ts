import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const facts = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  margin: 0,
  paddingInlineStart: theme.space[5],
  listStyle: 'disc',
})
/** The one line that must not be missed. */
export const refund = style({
  fontSize: theme.text.xl,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.snug,
  fontVariantNumeric: 'tabular-nums',
})
