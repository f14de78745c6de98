import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const hero = style({
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  alignItems: 'end',
  minHeight: 'clamp(30rem, 82svh, 44rem)',
  overflow: 'clip',
  color: theme.color.onPhoto,
  '@media': { [media.md]: { minHeight: 'clamp(30rem, 76svh, 44rem)' } },
})

export const art = style({ position: 'absolute', inset: 0, zIndex: -1 })
/** The picture is twice as tall as the text needs: a second shade keeps small type readable over bright art. */
globalStyle(`${art}::after`, {
  content: '""',
  position: 'absolute',
  inset: 0,
  background: `linear-gradient(to top, ${theme.color.photoShade}, transparent 70%)`,
})

export const text = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[3],
  paddingBlock: `${theme.space[9]} ${theme.space[6]}`,
  '@media': { [media.md]: { paddingBottom: theme.space[8] } },
})

export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })

export const title = style({
  maxWidth: '16ch',
  fontSize: theme.text.hero,
  lineHeight: theme.leading.none,
  letterSpacing: '-0.03em',
})
/** Reduces the size of long titles, so that they do not take five lines on a phone. */
export const longTitle = style({
  maxWidth: '20ch',
  fontSize: theme.text['3xl'],
  lineHeight: theme.leading.tight,
})

export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[1]} ${theme.space[5]}`,
  fontSize: theme.text.lg,
  fontWeight: theme.weight.semibold,
  lineHeight: theme.leading.snug,
})
export const fact = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space[2] })

export const summary = style({ maxWidth: '46ch', fontSize: theme.text.md })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[3]} ${theme.space[4]}`,
  paddingTop: theme.space[2],
})
export const price = style({ fontSize: theme.text.lg, fontWeight: theme.weight.bold })
