import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
export const list = style({ listStyle: 'none', margin: 0, padding: 0 })
export const unit = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: `${theme.space[1]} ${theme.space[3]}`,
  alignItems: 'start',
  paddingBlock: theme.space[3],
  minHeight: theme.size.touch,
  borderBottom: `1px solid ${theme.color.line}`,
  cursor: 'pointer',
  selectors: { '&:has(input:disabled)': { cursor: 'default' } },
})
export const addOn = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: theme.space[3],
  paddingBlock: theme.space[3],
  borderBottom: `1px solid ${theme.color.line}`,
})
export const name = style({ overflowWrap: 'anywhere', minWidth: 0 })
export const faint = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  overflowWrap: 'anywhere',
})
export const cents = style({ margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' })
export const sums = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  margin: 0,
})
export const total = style([cents, { fontWeight: theme.weight.semibold, fontSize: theme.text.lg }])
export const totalName = style({ fontWeight: theme.weight.semibold })
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space[3],
  paddingBlock: theme.space[3],
  borderBottom: `1px solid ${theme.color.line}`,
})
