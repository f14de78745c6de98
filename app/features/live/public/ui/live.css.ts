import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const stage = style({
  position: 'relative',
  width: '100%',
  aspectRatio: '16 / 9',
  maxHeight: '78vh',
  overflow: 'hidden',
  borderRadius: theme.radius.lg,
  background: theme.color.skyHigh,
  color: theme.color.onPhoto,
  '@media': { [media.belowMd]: { aspectRatio: 'auto', minHeight: '17rem' } },
})

export const poster = style({ position: 'absolute', inset: 0 })

/** Lies over the poster and says what is going on. */
export const over = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'flex-end',
  alignItems: 'flex-start',
  gap: theme.space[3],
  minHeight: '17rem',
  padding: theme.space[5],
  // On a phone the words reach up into the picture, which is shaded to its top there.
  background: `linear-gradient(to top, ${theme.color.photoShade} 45%, transparent 160%)`,
  '@media': {
    [media.md]: {
      minHeight: '100%',
      padding: theme.space[6],
      position: 'absolute',
      inset: 0,
      background: `linear-gradient(to top, ${theme.color.photoShade}, transparent 85%)`,
    },
  },
})

export const big = style({ fontSize: theme.text['2xl'], fontWeight: theme.weight.bold, margin: 0 })
export const line = style({ margin: 0, maxWidth: '40rem' })
export const countdown = style({ fontVariantNumeric: 'tabular-nums' })

export const watching = style({
  display: 'grid',
  gap: theme.space[5],
  '@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'start' } },
})

/** Stands beside the player on wide screens, for what goes on meanwhile. */
export const beside = style({ minWidth: 0, '@media': { [media.lg]: { width: '22rem' } } })

export const cards = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 16rem), 1fr))',
  listStyle: 'none',
  margin: 0,
  padding: 0,
})

export const card = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  padding: theme.space[3],
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  height: '100%',
})

export const cardArt = style({ borderRadius: theme.radius.md, overflow: 'hidden' })

/** Makes the whole card lead where its title does. */
export const cardLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  color: theme.color.ink,
  textDecoration: 'none',
  fontWeight: theme.weight.semibold,
  '::after': { content: '""', position: 'absolute', inset: 0, borderRadius: theme.radius.lg },
  ':hover': { textDecoration: 'underline' },
})

export const small = style({ margin: 0, color: theme.color.inkMuted, fontSize: theme.text.sm })

export const onPhoto = style({ color: theme.color.onPhoto })

/** Keeps a second button readable over the shaded picture, in both themes. */
export const buttonOnPhoto = style({
  selectors: {
    '&&': {
      color: theme.color.onPhoto,
      borderColor: theme.color.onPhoto,
      background: theme.color.photoShade,
    },
  },
})
