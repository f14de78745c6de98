import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const file = style({
  maxWidth: '100%',
  minHeight: '44px',
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
})
export const errors = style({ color: theme.color.danger, fontSize: theme.text.sm })
