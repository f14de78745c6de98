import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const card = style({ display: 'flex', flexDirection: 'column' })
export const marked = style({ borderColor: theme.color.focus, boxShadow: `0 0 0 2px ${theme.color.focus}` })
export const text = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  gap: theme.space[1],
  padding: theme.space[4],
})
export const name = style({ fontSize: theme.text.xl })
export const summary = style({ color: theme.color.inkMuted })
export const price = style({
  marginTop: 'auto',
  paddingTop: theme.space[2],
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
