import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const text = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  paddingBlock: theme.space[2],
  color: theme.color.inkMuted,
})
export const all = style({
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
