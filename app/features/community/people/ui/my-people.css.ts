import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({ display: 'grid' })
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: theme.space[3],
  paddingBlock: theme.space[3],
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } },
})
export const who = style({ display: 'grid', lineHeight: theme.leading.snug, overflowWrap: 'anywhere' })
export const name = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  width: 'fit-content',
  color: theme.color.ink,
  fontWeight: theme.weight.bold,
})
