import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  listStyle: 'none',
})
