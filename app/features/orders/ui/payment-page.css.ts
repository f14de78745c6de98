import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const column = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[6],
  maxWidth: '38rem',
  marginInline: 'auto',
  width: '100%',
})
export const head = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[4],
})
export const check = style({ color: theme.color.success })
export const code = style({
  fontFamily: theme.font.mono,
  fontWeight: theme.weight.semibold,
  color: theme.color.ink,
  letterSpacing: '0.04em',
})
