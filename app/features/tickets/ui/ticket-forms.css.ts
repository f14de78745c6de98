import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const forms = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.space[5],
  fontSize: theme.text.sm,
})
