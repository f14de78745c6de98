import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const two = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
export const address = style({ overflowWrap: 'anywhere' })
export const faint = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  overflowWrap: 'anywhere',
})
