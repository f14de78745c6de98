import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const quote = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: theme.space[4],
  height: '100%',
  padding: theme.space[5],
  borderRadius: theme.radius.lg,
  border: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
export const words = style({ margin: 0 })
/** Five lines at most: the whole post is in the community. */
export const text = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 5,
  overflow: 'hidden',
  fontSize: theme.text.lg,
  lineHeight: theme.leading.snug,
  textWrap: 'pretty',
  '@media': {
    // The first of a mosaic is set large.
    [media.lg]: {
      selectors: {
        'li:first-child > figure &': {
          fontFamily: theme.font.display,
          fontSize: theme.text['2xl'],
          fontWeight: theme.weight.bold,
          lineHeight: theme.leading.tight,
          WebkitLineClamp: 7,
        },
      },
    },
  },
})
export const who = style({ display: 'flex', alignItems: 'center', gap: theme.space[3] })
export const name = style({ display: 'grid', minWidth: 0, lineHeight: theme.leading.snug })
export const link = style({
  color: theme.color.ink,
  fontWeight: theme.weight.bold,
  textDecoration: 'none',
  selectors: {
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: theme.radius.lg },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `3px solid ${theme.color.focus}`, outlineOffset: '2px' },
  },
})
export const when = style({ color: theme.color.inkFaint, fontSize: theme.text.sm })
