import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** What a switch is for, and the switch at the end of the line, however narrow. */
export const line = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space[4],
  minHeight: theme.size.touch,
})
