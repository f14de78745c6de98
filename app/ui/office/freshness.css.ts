import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'

export const meta = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
})
/** The room that "Updated 12 s ago" takes, so that nothing beside it moves every second. */
export const age = style({ minWidth: '9.5rem' })
export const stale = style({ color: theme.color.danger, fontWeight: theme.weight.semibold })
