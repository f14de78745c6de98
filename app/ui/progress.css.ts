import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

export const box = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
export const text = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: theme.space[3],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  fontVariantNumeric: 'tabular-nums',
})

const bar = style({
  appearance: 'none',
  width: '100%',
  height: '0.5rem',
  border: 0,
  borderRadius: theme.radius.pill,
  overflow: 'hidden',
  background: theme.color.sunk,
  boxShadow: `inset 0 0 0 1px ${theme.color.line}`,
  selectors: { '&::-webkit-progress-bar': { background: 'transparent' } },
})
const filled = (color: string) =>
  style([
    bar,
    {
      selectors: {
        '&::-webkit-progress-value': { background: color, borderRadius: theme.radius.pill },
        '&::-moz-progress-bar': { background: color, borderRadius: theme.radius.pill },
      },
    },
  ])
export const tone = styleVariants({
  accent: [filled(theme.color.accent)],
  success: [filled(theme.color.success)],
  warning: [filled(theme.color.warning)],
})
