import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** Three small figures in a row. */
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: `0 ${theme.space[5]}`,
  fontSize: theme.text.sm,
})
export const figure = style({ display: 'flex', alignItems: 'baseline', gap: theme.space[2] })
export const value = style({
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
