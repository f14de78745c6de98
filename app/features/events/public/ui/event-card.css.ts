import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { cell } from '#ui/rail.css.ts'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Three beside one another on a wide screen; on a phone one below the other, each a row of picture and text. */
export const cards = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [media.md]: { gap: theme.space[5], gridTemplateColumns: 'repeat(auto-fill, minmax(19rem, 1fr))' },
  },
})

export const look = styleVariants({
  row: {
    display: 'grid',
    gridTemplateColumns: '7.25rem minmax(0, 1fr)',
    height: '100%',
    '@media': {
      [media.md]: {
        display: 'flex',
        flexDirection: 'column',
        selectors: {
          [`${cell} > &`]: { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' },
        },
      },
    },
  },
  tall: { display: 'flex', flexDirection: 'column', height: '100%' },
  strip: {
    display: 'flex',
    flexDirection: 'column',
    height: '100%',
    '@media': { [media.lg]: { display: 'grid', gridTemplateColumns: '9rem minmax(0, 1fr)' } },
  },
  lead: { display: 'flex', flexDirection: 'column', height: '100%' },
})

// A row stands alone in a rail, and is as wide as it.
globalStyle(`ul:has(> ${cell} > ${look.row})`, { gridTemplateColumns: 'minmax(0, 1fr)' })

export const over = style({ filter: 'saturate(0.35)', opacity: 0.85 })

export const art = styleVariants({
  row: {
    position: 'relative',
    minHeight: '8.75rem',
    '@media': { [media.md]: { minHeight: 0, aspectRatio: '3 / 2' } },
  },
  tall: { position: 'relative', aspectRatio: '4 / 5' },
  strip: {
    position: 'relative',
    aspectRatio: '4 / 5',
    '@media': { [media.lg]: { aspectRatio: 'auto', minHeight: '8.5rem' } },
  },
  lead: {
    position: 'relative',
    aspectRatio: '4 / 5',
    '@media': { [media.lg]: { aspectRatio: 'auto', flex: 1 } },
  },
})

/** The picture, which stays while a card's page comes or goes (`event-page.css.ts` names the same on the page). */
export const kept = style({})
globalStyle(`article:has(.transitioning) ${kept}`, { viewTransitionName: 'event-picture' })
// A name stands once on a page: of an event in several rails, the first card's picture is kept.
globalStyle(`section:has(.transitioning) ~ section article:has(.transitioning) ${kept}`, {
  viewTransitionName: 'none',
})

/** The tear-off date on the corner of the picture. */
export const stamp = style({
  position: 'absolute',
  insetBlockEnd: theme.space[2],
  insetInlineStart: theme.space[2],
  minWidth: '3.25rem',
  padding: theme.space[2],
  borderRadius: theme.radius.md,
  background: theme.color.surface,
  color: theme.color.ink,
  boxShadow: theme.shadow.low,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.semibold,
  lineHeight: theme.leading.tight,
  '@media': { [media.md]: { insetBlockEnd: theme.space[3], insetInlineStart: theme.space[3] } },
})
export const stampDate = style({ display: 'grid', justifyItems: 'center' })
export const stampDay = style({
  fontFamily: theme.font.display,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.none,
})
export const stampMonth = style({ color: theme.color.accentInk })

export const body = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  flex: 1,
  minWidth: 0,
  padding: theme.space[3],
  '@media': {
    [media.md]: {
      padding: theme.space[4],
      selectors: { [`${cell} > ${look.row} > &`]: { padding: theme.space[6] } },
    },
    // leaves the height to the picture
    [media.lg]: { selectors: { [`${look.lead} > &`]: { flex: 'none' } } },
  },
})

const badgeRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[1],
  selectors: { '&:empty': { display: 'none' } },
})
const onPicture = {
  position: 'absolute',
  insetBlockStart: theme.space[3],
  insetInline: theme.space[3],
} as const
/** Placed in the text beside a thumbnail, on the picture where there is room. */
export const badges = styleVariants({
  row: [badgeRow, { '@media': { [media.md]: onPicture } }],
  tall: [badgeRow, onPicture],
  strip: [badgeRow, onPicture, { '@media': { [media.lg]: { position: 'static' } } }],
  lead: [badgeRow, onPicture],
})

export const title = style({
  fontSize: theme.text.lg,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  '@media': {
    [media.md]: {
      fontSize: theme.text.xl,
      selectors: { [`${cell} > ${look.row} &`]: { fontSize: theme.text['3xl'] } },
    },
  },
})

export const line = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
})

export const foot = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space[3],
  marginTop: 'auto',
  paddingTop: theme.space[2],
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  color: theme.color.inkMuted,
})
export const price = style({
  color: theme.color.ink,
  fontSize: theme.text.md,
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
export const age = style({ flex: 'none', fontWeight: theme.weight.semibold })
