import { style, styleVariants } from '@vanilla-extract/css'
import { avatarInks } from '#core/palette.ts'
import { theme } from './theme/contract.css.ts'

const base = style({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: '50%',
  overflow: 'hidden',
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  lineHeight: 1,
  userSelect: 'none',
})
export const size = styleVariants({
  sm: [base, { width: '2rem', height: '2rem', fontSize: '1rem' }],
  md: [base, { width: '2.5rem', height: '2.5rem', fontSize: '1.25rem' }],
  /** As large as the picture of an artist in a lineup. */
  act: [base, { width: '6rem', height: '6rem', fontSize: '3rem', borderRadius: theme.radius.md }],
  lg: [base, { width: '4.5rem', height: '4.5rem', fontSize: '2.25rem' }],
})
/** Colours the ground and the letter, by the number that `avatarInk` picks. */
export const inks = avatarInks.map(([background, color]) => style({ background, color }))

export const image = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
})
