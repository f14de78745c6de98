import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const summary = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const lines = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const line = style({ display: 'flex', justifyContent: 'space-between', gap: theme.space[4] })
export const what = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  fontWeight: theme.weight.semibold,
})
export const note = style({
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  color: theme.color.inkMuted,
})
export const amount = style({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })

export const sums = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  paddingTop: theme.space[3],
  borderTop: `1px solid ${theme.color.line}`,
})
export const sum = style({ display: 'flex', justifyContent: 'space-between', gap: theme.space[4] })
export const total = style([sum, { fontSize: theme.text.lg, fontWeight: theme.weight.bold }])
