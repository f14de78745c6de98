import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const name = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
