import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const title = style({ fontSize: theme.text.md, fontWeight: theme.weight.bold })
export const frame = style({
  display: 'block',
  width: '100%',
  height: '40rem',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
})
export const versions = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  listStyle: 'none',
  padding: 0,
})
