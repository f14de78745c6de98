import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const chart = style({ display: 'flex', flexDirection: 'column', gap: theme.space[2] })
export const bars = style({
  display: 'block',
  width: '100%',
  height: '11rem',
  borderBottom: `1px solid ${theme.color.line}`,
})
export const bar = style({ fill: theme.color.accent })
export const ends = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: theme.space[4],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const summary = style({
  minHeight: theme.size.touch,
  alignContent: 'center',
  cursor: 'pointer',
  color: theme.color.accentInk,
  textDecoration: 'underline',
})
