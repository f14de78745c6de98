import { style } from '@vanilla-extract/css'
import { stack } from '#ui/layout.css.ts'
import { theme } from '#ui/theme/contract.css.ts'

export const frame = stack[5]
/** The state and the figures below the title. */
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[1]} ${theme.space[2]}`,
  fontVariantNumeric: 'tabular-nums',
})
