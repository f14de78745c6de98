import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

const frame = style({
  position: 'relative',
  overflow: 'clip',
  isolation: 'isolate',
  width: '100%',
  background: theme.color.skyHigh,
})

/** Sets the width of the screen, in px, from which a hero is wide. */
export const heroBreak = 720

export const ratio = styleVariants({
  poster: [frame, { aspectRatio: '4 / 5' }],
  portrait: [frame, { aspectRatio: '4 / 5' }],
  wide: [frame, { aspectRatio: '3 / 2' }],
  square: [frame, { aspectRatio: '1' }],
  hero: [
    frame,
    {
      aspectRatio: '4 / 5',
      '@media': { [`(min-width: ${heroBreak}px)`]: { aspectRatio: '3 / 2' } },
    },
  ],
})
/** Makes an element as large as its positioned parent. */
export const fill = style([frame, { position: 'absolute', inset: 0, height: '100%' }])

export const image = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
})

// Draws what stands for a missing picture: a sky before dawn. Four of them, so that neighbouring events without pictures differ.
const sky = style({ position: 'absolute', inset: 0, zIndex: -1, width: '100%', height: '100%' })
const glow = theme.color.skyGlow
const low = theme.color.skyLow
const mid = theme.color.skyMid
const high = theme.color.skyHigh
export const skies = [
  `radial-gradient(90% 70% at 72% 108%, ${glow}, ${low} 38%, ${mid} 66%, ${high})`,
  `radial-gradient(120% 80% at 18% 112%, ${low}, ${mid} 48%, ${high} 86%)`,
  `linear-gradient(168deg, ${high} 18%, ${mid} 58%, ${low} 88%, ${glow} 108%)`,
  `radial-gradient(70% 60% at 50% 104%, ${glow}, ${low} 30%, ${mid} 62%, ${high})`,
].map((background) => style([sky, { background }]))
export const rings = style({
  position: 'absolute',
  width: '88%',
  height: 'auto',
  left: '6%',
  bottom: '-6%',
  color: theme.color.onPhoto,
  opacity: 0.2,
})

/** Shades a picture under text: dark at the bottom, clear at the top. */
export const shade = style({
  position: 'absolute',
  inset: 0,
  background: `linear-gradient(to top, ${theme.color.photoShade} 12%, transparent 78%)`,
})
