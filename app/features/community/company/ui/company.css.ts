import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const company = style({
  display: 'grid',
  gap: theme.space[2],
  paddingBlock: theme.space[3],
  borderBottom: `1px solid ${theme.color.line}`,
})
export const title = style({ fontSize: theme.text.md })
export const people = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[1]} ${theme.space[4]}`,
  fontWeight: theme.weight.bold,
})
export const small = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
