import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const tab = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  minWidth: 0,
  containerType: 'inline-size',
})
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  listStyle: 'none',
})
export const code = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[4],
  borderRadius: theme.radius.md,
  background: theme.color.ground,
  border: `1px solid ${theme.color.line}`,
})
export const note = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
