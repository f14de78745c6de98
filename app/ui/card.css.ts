import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

const base = style({
  position: 'relative',
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  minWidth: 0,
})

export const padding = styleVariants({
  none: [base, { overflow: 'clip' }],
  sm: [base, { padding: theme.space[4] }],
  md: [base, { padding: theme.space[5], '@media': { [media.md]: { padding: '1.75rem' } } }],
})

/** Lifts a card under the pointer because all of it is a link. */
export const interactive = style({
  transitionProperty: 'border-color, transform, box-shadow',
  transitionDuration: theme.motion.base,
  transitionTimingFunction: theme.motion.easeOut,
  '@media': {
    [media.hover]: {
      selectors: {
        '&:hover': {
          borderColor: theme.color.lineStrong,
          transform: 'translateY(-3px)',
          boxShadow: theme.shadow.mid,
        },
      },
    },
  },
})

/**
 * Extends the hit area of the link inside an interactive card over the whole card, while only its text is read
 * aloud.
 */
export const coverLink = style({
  color: 'inherit',
  textDecoration: 'none',
  selectors: {
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: theme.radius.lg },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `3px solid ${theme.color.focus}`, outlineOffset: '2px' },
  },
})
