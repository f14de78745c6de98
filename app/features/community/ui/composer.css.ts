import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const form = style({ display: 'grid', gap: theme.space[3] })
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const extras = style({ display: 'grid', gap: theme.space[3], paddingBlock: theme.space[2] })
export const summary = style({
  minHeight: theme.size.touch,
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  cursor: 'pointer',
  color: theme.color.inkMuted,
})
export const pending = style({ opacity: 0.7 })
export const text = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
