import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

const { skyGlow, skyLow, skyMid, skyHigh } = theme.color

/** Places the text over the dark part of the sky; the light part stays below it. */
export const screen = style({
  position: 'relative',
  isolation: 'isolate',
  flex: 1,
  minHeight: 'max(34rem, 82dvh)',
  color: theme.color.onPhoto,
  background: `radial-gradient(110% 46% at 68% 104%, ${skyGlow}, ${skyLow} 34%, ${skyMid} 66%, ${skyHigh})`,
  overflow: 'clip',
})
export const mark = style({
  position: 'absolute',
  zIndex: -1,
  right: '-12%',
  bottom: '-9rem',
  width: 'min(34rem, 120%)',
  height: 'auto',
  opacity: 0.22,
  '@media': { [media.md]: { right: '8%', bottom: '-13rem', width: '44rem' } },
})
export const content = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[4],
  width: '100%',
  maxWidth: `calc(${theme.size.page} + 2 * ${theme.space[6]})`,
  marginInline: 'auto',
  padding: `${theme.space[8]} ${theme.space[4]} 20rem`,
  '@media': { [media.md]: { padding: `${theme.space[9]} ${theme.space[6]} 24rem` } },
})
export const text = style({ fontSize: theme.text.lg, maxWidth: '34rem', lineHeight: theme.leading.snug })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[3],
  marginTop: theme.space[2],
})
/** Gives the second action over a dark sky the sky's own contrast in both themes. */
export const secondary = style({
  color: theme.color.onPhoto,
  borderColor: theme.color.onPhoto,
  '@media': {
    [media.hover]: {
      selectors: { '&:hover': { color: theme.color.skyHigh, background: theme.color.onPhoto } },
    },
  },
})
