import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** On a phone the sentence over the picture; on a desk beside it. */
export const top = style({
  display: 'grid',
  gap: theme.space[4],
  paddingTop: theme.space[4],
  '@media': {
    [media.md]: { gap: theme.space[5], paddingTop: theme.space[6] },
    [media.lg]: {
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 8fr)',
      gap: theme.space[7],
      alignItems: 'stretch',
    },
  },
})
export const intro = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: theme.space[5],
  '@media': { [media.lg]: { paddingBlock: theme.space[3] } },
})
export const tagline = style({
  fontSize: 'clamp(1.375rem, 0.4rem + 3.6vw, 3.75rem)',
  lineHeight: theme.leading.tight,
  letterSpacing: '-0.025em',
})
export const say = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[5],
})
/** The mark and the second way to the events, where there is a column for them. */
const onDesk = { display: 'none', '@media': { [media.lg]: { display: 'inline-flex' } } } as const
export const mark = style([onDesk, { color: theme.color.accent }])
export const all = style({
  selectors: { '&&': { display: 'none' } },
  '@media': { [media.lg]: { selectors: { '&&': { display: 'inline-flex' } } } },
})

/** Takes what the first screen of a phone leaves, in portrait; no more than the width allows. */
export const hero = style({
  position: 'relative',
  isolation: 'isolate',
  display: 'grid',
  alignItems: 'end',
  minHeight: 'clamp(24rem, 100svh - 14.5rem, 130vw)',
  overflow: 'clip',
  borderRadius: theme.radius.lg,
  color: theme.color.onPhoto,
  '@media': {
    [media.md]: { minHeight: 'clamp(30rem, 100svh - 12rem, 40rem)', borderRadius: theme.radius.xl },
  },
})

export const art = style({ position: 'absolute', inset: 0, zIndex: -1 })
/** The picture is taller than the text needs: a second shade keeps small type readable over bright art. */
globalStyle(`${art}::after`, {
  content: '""',
  position: 'absolute',
  inset: 0,
  background: `linear-gradient(to top, ${theme.color.photoShade}, transparent 70%)`,
})

export const words = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[3],
  padding: `${theme.space[9]} ${theme.space[4]} ${theme.space[4]}`,
  '@media': { [media.md]: { padding: `${theme.space[9]} ${theme.space[6]} ${theme.space[6]}` } },
})
export const lead = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  fontWeight: theme.weight.bold,
})
export const title = style({
  maxWidth: '14ch',
  fontSize: 'clamp(2.75rem, 1.9rem + 4vw, 5rem)',
  lineHeight: theme.leading.none,
  letterSpacing: '-0.03em',
})
/** Reduces the size of long titles, so that they do not take five lines on a phone. */
export const longTitle = style({
  maxWidth: '20ch',
  fontSize: theme.text['2xl'],
  lineHeight: theme.leading.tight,
})
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[1]} ${theme.space[5]}`,
  fontWeight: theme.weight.semibold,
  lineHeight: theme.leading.snug,
  '@media': { [media.md]: { fontSize: theme.text.lg } },
})
export const fact = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space[2] })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[3]} ${theme.space[4]}`,
  paddingTop: theme.space[2],
})
export const price = style({
  display: 'grid',
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.snug,
})
export const priceNote = style({ fontSize: theme.text.xs, fontWeight: theme.weight.semibold })
