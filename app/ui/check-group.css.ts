import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

export const choices = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[2]} ${theme.space[4]}`,
})
export const choice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  // Names that people typed have no place to break where one is needed.
  overflowWrap: 'anywhere',
})
export const legend = style({
  padding: 0,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  marginBottom: theme.space[1],
})
