import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

export const empty = style({
  position: 'relative',
  isolation: 'isolate',
  overflow: 'clip',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[3],
  padding: `${theme.space[7]} ${theme.space[5]}`,
  borderRadius: theme.radius.xl,
  border: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})

/** Draws the logo mark, large and faint, behind the text. */
export const mark = style({
  position: 'absolute',
  zIndex: -1,
  right: '-2.5rem',
  bottom: '-3rem',
  width: '10rem',
  height: '10rem',
  color: theme.color.accent,
  opacity: 0.16,
  '@media': {
    // Follows the width of the box, so that it stays beside the text.
    [media.md]: {
      right: '2rem',
      width: 'min(21rem, 34%)',
      height: 'auto',
      aspectRatio: '1',
      bottom: 0,
      transform: 'translateY(28%)',
    },
  },
})
export const title = style({
  fontFamily: theme.font.display,
  fontSize: theme.text['2xl'],
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.tight,
})
export const text = style({ color: theme.color.inkMuted, maxWidth: '34rem' })
export const action = style({
  marginTop: theme.space[3],
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[3],
})
