import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const title = style({ fontSize: theme.text.xl })
export const text = style({
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  overflowWrap: 'anywhere',
})
