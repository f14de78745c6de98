import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const cropper = style({
  display: 'grid',
  gap: theme.space[4],
  justifyItems: 'start',
})
export const stage = style({
  position: 'relative',
  width: 'min(20rem, 100%)',
  aspectRatio: '1',
  overflow: 'clip',
  borderRadius: theme.radius.md,
  background: theme.color.sunk,
  cursor: 'grab',
  // The finger moves the picture, not the page.
  touchAction: 'none',
  selectors: {
    '&:active': { cursor: 'grabbing' },
    // Shades what is outside of the circle: it is cut off wherever the picture is shown.
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: '50%',
      boxShadow: `0 0 0 20rem ${theme.color.scrim}`,
      pointerEvents: 'none',
    },
  },
})
export const canvas = style({ display: 'block', width: '100%', height: '100%' })
export const sliders = style({ display: 'grid', gap: theme.space[2], width: 'min(20rem, 100%)' })
export const slider = style({
  display: 'grid',
  gridTemplateColumns: '7.5rem 1fr',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: theme.size.touch,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
})
export const range = style({
  width: '100%',
  minHeight: theme.size.touch,
  accentColor: theme.color.accent,
  cursor: 'pointer',
  selectors: { '&:disabled': { cursor: 'not-allowed' } },
})
export const preview = style({ width: '4rem', height: '4rem', borderRadius: '50%' })
