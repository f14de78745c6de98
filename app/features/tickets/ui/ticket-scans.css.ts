import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** A line of its own among what else is said of a ticket. */
export const scans = style({ gridColumn: '1 / -1', flexBasis: '100%', fontSize: theme.text.sm })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  color: theme.color.inkMuted,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: theme.radius.md,
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { textDecoration: 'underline' },
  },
})
export const chevron = style({
  flex: 'none',
  transition: `rotate ${theme.motion.fast}`,
  selectors: { 'details[open] > summary > &': { rotate: '180deg' } },
})
export const list = style({ display: 'grid', gap: theme.space[3], paddingBottom: theme.space[3] })
export const scan = style({
  display: 'grid',
  gap: theme.space[1],
  selectors: { '&:empty': { display: 'none' } },
})
export const muted = style({ color: theme.color.inkMuted })
export const reference = style({
  fontFamily: theme.font.mono,
  letterSpacing: '0.04em',
  color: theme.color.ink,
})
