import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const row = style({
  padding: `${theme.space[3]} 0`,
  borderBottom: `1px solid ${theme.color.line}`,
})
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: '2.75rem',
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
})
export const body = style({ paddingTop: theme.space[3] })
export const types = style({
  border: 0,
  padding: 0,
  margin: 0,
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[4],
})
export const type = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: '2.75rem',
})
