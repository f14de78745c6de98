import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const frame = style({
  position: 'relative',
  aspectRatio: '16 / 9',
  width: '100%',
  overflow: 'hidden',
  borderRadius: theme.radius.lg,
  background: theme.color.skyHigh,
  // A phone held upright still has room for the words over the picture.
  minHeight: '13rem',
})

export const cover = style({ position: 'absolute', inset: 0 })

export const words = style({
  position: 'absolute',
  inset: 0,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space['4'],
  padding: theme.space['4'],
  background: theme.color.photoShade,
  color: theme.color.onPhoto,
  textAlign: 'center',
})

export const note = style({
  margin: 0,
  maxWidth: '40ch',
  selectors: { '&:empty': { display: 'none' } },
})

export const choices = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: theme.space['2'],
  selectors: { '&[hidden]': { display: 'none' } },
  '@media': { '(scripting: none)': { display: 'none' } },
})

/** Stands on a dark picture in both themes. */
export const quiet = style({
  selectors: {
    '&&': { color: theme.color.onPhoto, border: `1px solid ${theme.color.onPhoto}` },
    '&&:hover': { background: theme.color.scrim },
  },
})
