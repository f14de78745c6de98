import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

const base = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space[2],
  border: '1.5px solid transparent',
  borderRadius: theme.radius.pill,
  fontFamily: theme.font.body,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.tight,
  textAlign: 'center',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  userSelect: 'none',
  touchAction: 'manipulation',
  transitionProperty: 'background-color, border-color, color, transform',
  transitionDuration: theme.motion.fast,
  transitionTimingFunction: theme.motion.easeOut,
  selectors: {
    '&:active': { transform: 'scale(0.98)' },
    '&:disabled, &[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.55, transform: 'none' },
    '&[aria-busy="true"]': { opacity: 1 },
    '&:focus-visible': { borderRadius: theme.radius.pill },
  },
})

const hover = (rule: Record<string, string>) => ({
  '@media': { [media.hover]: { selectors: { '&:hover:not(:disabled):not([aria-disabled="true"])': rule } } },
})

export const variant = styleVariants({
  primary: [
    base,
    {
      background: theme.color.accent,
      color: theme.color.onAccent,
      ...hover({ background: theme.color.accentHover }),
    },
  ],
  secondary: [
    base,
    {
      background: 'transparent',
      borderColor: theme.color.lineStrong,
      color: theme.color.ink,
      ...hover({ background: theme.color.raised, borderColor: theme.color.ink }),
    },
  ],
  ghost: [
    base,
    { background: 'transparent', color: theme.color.ink, ...hover({ background: theme.color.raised }) },
  ],
  danger: [
    base,
    {
      background: theme.color.dangerFill,
      color: theme.color.onDangerFill,
      ...hover({ borderColor: theme.color.ink }),
    },
  ],
})

export const size = styleVariants({
  sm: { minHeight: theme.size.touch, paddingInline: theme.space[4], fontSize: theme.text.sm },
  md: { minHeight: theme.size.touch, paddingInline: '1.25rem', fontSize: '1rem' },
  lg: { minHeight: '3.375rem', paddingInline: '1.75rem', fontSize: theme.text.md },
})

export const iconSize = styleVariants({
  sm: { width: theme.size.touch, height: theme.size.touch },
  md: { width: theme.size.touch, height: theme.size.touch },
  lg: { width: '3.375rem', height: '3.375rem' },
})

export const icon = style({ padding: 0, flex: 'none' })
export const block = style({ width: '100%' })

export const content = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  selectors: { '[aria-busy="true"] > &': { visibility: 'hidden' } },
})

/** Overlays the label with the ring, so a working button never changes its width. */
export const busy = style({ position: 'absolute', inset: 0, display: 'grid', placeItems: 'center' })
