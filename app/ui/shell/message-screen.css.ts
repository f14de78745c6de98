import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const screen = style({
  position: 'relative',
  isolation: 'isolate',
  flex: 1,
  display: 'flex',
  alignItems: 'flex-end',
  minHeight: 'min(40rem, 78dvh)',
  color: theme.color.onPhoto,
  overflow: 'clip',
})
export const art = style({ zIndex: -1 })
export const words = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[4],
  width: '100%',
  maxWidth: `calc(${theme.size.page} + 2 * ${theme.space[6]})`,
  marginInline: 'auto',
  padding: `${theme.space[9]} ${theme.space[4]} ${theme.space[7]}`,
  '@media': { [media.md]: { padding: `${theme.space[9]} ${theme.space[6]} ${theme.space[8]}` } },
})
export const text = style({ fontSize: theme.text.lg, maxWidth: '34rem', lineHeight: theme.leading.snug })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[3],
  marginTop: theme.space[2],
})
/** The second choice over a dark sky keeps the sky's own contrast in both themes. */
export const quiet = style({
  color: theme.color.onPhoto,
  borderColor: theme.color.onPhoto,
  '@media': {
    [media.hover]: {
      selectors: { '&:hover': { color: theme.color.skyHigh, background: theme.color.onPhoto } },
    },
  },
})
