import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({ display: 'grid', gap: theme.space[1] })
export const row = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: theme.space[3],
  padding: theme.space[3],
  borderRadius: theme.radius.md,
})
/** A band on the side says what is new also where the ground alone would not. */
export const unread = style({
  background: theme.color.surface,
  boxShadow: `inset 3px 0 0 ${theme.color.accent}`,
})
export const mark = style({ color: theme.color.accent })
export const what = style({ display: 'grid', gap: theme.space[1], overflowWrap: 'anywhere' })
/** Covers the whole row. */
export const link = style({
  color: theme.color.ink,
  textDecoration: 'none',
  selectors: {
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: theme.radius.md },
    '&:hover': { textDecoration: 'underline' },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `3px solid ${theme.color.focus}`, outlineOffset: '-3px' },
  },
})
export const words = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
})
export const when = style({ color: theme.color.inkFaint, fontSize: theme.text.sm })
