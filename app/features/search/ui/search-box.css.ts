import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const message = style({ color: theme.color.inkMuted, paddingBlock: theme.space[2] })
export const all = style({
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
