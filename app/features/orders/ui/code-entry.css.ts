import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const entry = style({
  marginTop: theme.space[4],
  fontSize: theme.text.sm,
  selectors: { '&:focus': { outline: 'none' } },
})
export const form = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
/** Leads to the field before it is shown. */
export const question = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  textDecoration: 'underline',
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
