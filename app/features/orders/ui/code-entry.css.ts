import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const entry = style({ marginTop: theme.space[4], fontSize: theme.text.sm })
export const question = style({
  minHeight: theme.size.touch,
  display: 'inline-flex',
  alignItems: 'center',
  cursor: 'pointer',
  fontWeight: theme.weight.semibold,
  textDecoration: 'underline',
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
export const field = style({ flex: '1 1 10rem', minWidth: 0 })
export const refusal = style({ color: theme.color.danger })
export const applied = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[2],
})
