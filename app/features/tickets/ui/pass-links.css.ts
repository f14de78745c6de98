import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const links = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: `0 ${theme.space[5]}`,
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
})
