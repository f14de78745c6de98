import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const codes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 19rem), 1fr))',
  gap: theme.space[4],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const code = style({
  display: 'grid',
  gridTemplateColumns: '8rem minmax(0, 1fr)',
  alignItems: 'center',
  gap: theme.space[4],
  breakInside: 'avoid',
})
export const name = style({ fontSize: theme.text.md, fontWeight: theme.weight.bold })
export const typed = style({
  marginTop: theme.space[2],
  fontFamily: theme.font.mono,
  fontWeight: theme.weight.bold,
  letterSpacing: '0.04em',
})
