import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  maxWidth: theme.size.form,
  width: '100%',
  marginInline: 'auto',
})
export const amount = style({ fontVariantNumeric: 'tabular-nums' })
