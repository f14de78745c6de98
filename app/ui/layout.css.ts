import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

const gutter = `max(${theme.space[4]}, env(safe-area-inset-left))`

/** Styles the page column: full width on a phone with gutters, centred and capped above. */
export const page = style({
  width: '100%',
  maxWidth: `calc(${theme.size.page} + 2 * ${theme.space[6]})`,
  marginInline: 'auto',
  paddingInline: gutter,
  paddingBlock: `${theme.space[6]} ${theme.space[8]}`,
  '@media': {
    [media.md]: { paddingInline: theme.space[6], paddingBlock: `${theme.space[7]} ${theme.space[9]}` },
  },
})

/** Styles the same column for a band below a page's content: padding below alone. */
export const band = style({
  width: '100%',
  maxWidth: `calc(${theme.size.page} + 2 * ${theme.space[6]})`,
  marginInline: 'auto',
  paddingInline: gutter,
  paddingBlockEnd: theme.space[8],
  '@media': { [media.md]: { paddingInline: theme.space[6] } },
})

/** Styles reading and form columns inside a page. */
export const prose = style({ maxWidth: theme.size.prose })
export const narrow = style({ maxWidth: theme.size.form })

/** Marks every stack, for styles that behave differently inside of one. */
export const stackBase = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })

/** Stacks things vertically, `stack[4]` with 16 px between. */
export const stack = styleVariants(
  { '1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6, '7': 7, '8': 8 } as const,
  (step) => [stackBase, { gap: theme.space[step] }],
)

const clusterBase = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', minWidth: 0 })

/** Places things in a row that wraps. */
export const cluster = styleVariants({ '1': 1, '2': 2, '3': 3, '4': 4, '5': 5 } as const, (step) => [
  clusterBase,
  { gap: theme.space[step] },
])

/** Pushes things to both ends, wrapping when it must. */
export const spread = style([
  clusterBase,
  { justifyContent: 'space-between', gap: `${theme.space[3]} ${theme.space[4]}` },
])

const gridBase = style({
  display: 'grid',
  gap: theme.space[4],
  minWidth: 0,
  '@media': { [media.md]: { gap: theme.space[5] } },
})

/** Fills the row with as many equal columns as fit: `cards` about 18 rem each, `tiles` about 11 rem, `figures` about 9 rem. */
export const grid = styleVariants({
  cards: [gridBase, { gridTemplateColumns: 'repeat(auto-fill, minmax(min(17.5rem, 100%), 1fr))' }],
  tiles: [gridBase, { gridTemplateColumns: 'repeat(auto-fill, minmax(min(10.5rem, 100%), 1fr))' }],
  figures: [
    gridBase,
    { gap: theme.space[3], gridTemplateColumns: 'repeat(auto-fill, minmax(min(8.5rem, 100%), 1fr))' },
  ],
  halves: [gridBase, { '@media': { [media.md]: { gridTemplateColumns: '1fr 1fr' } } }],
})

/** Places a narrower column beside the main one from `lg` up; below, they stack in source order. */
export const split = style({
  display: 'grid',
  gap: theme.space[6],
  alignItems: 'start',
  '@media': {
    [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(20rem, 26rem)', gap: theme.space[7] },
  },
})

/** Keeps the element in view while its neighbour scrolls (from `lg` up). */
export const stickyAside = style({
  '@media': { [media.lg]: { position: 'sticky', top: `calc(${theme.size.header} + ${theme.space[5]})` } },
})

/** Scrolls a row sideways on a phone instead of wrapping it: filters, days, tabs. */
export const scroller = style({
  display: 'flex',
  gap: theme.space[2],
  overflowX: 'auto',
  scrollbarWidth: 'none',
  overscrollBehaviorX: 'contain',
  marginInline: `calc(-1 * ${theme.space[4]})`,
  paddingInline: theme.space[4],
  paddingBlock: '4px',
  '@media': { [media.md]: { flexWrap: 'wrap', marginInline: 0, paddingInline: 0 } },
})

/** Styles text in roles that are not headings. */
export const text = styleVariants({
  muted: { color: theme.color.inkMuted },
  faint: { color: theme.color.inkFaint },
  small: { fontSize: theme.text.sm, color: theme.color.inkMuted },
  lead: { fontSize: theme.text.lg, lineHeight: theme.leading.snug, color: theme.color.inkMuted },
  strong: { fontWeight: theme.weight.bold },
  /** Styles the short line above a heading. */
  eyebrow: {
    fontSize: theme.text.sm,
    fontWeight: theme.weight.bold,
    color: theme.color.accentInk,
  },
  number: { fontVariantNumeric: 'tabular-nums' },
})

/** Styles the largest type: one per site section, in the display face. */
export const heroTitle = style({
  fontFamily: theme.font.display,
  fontSize: theme.text.hero,
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.none,
  letterSpacing: '-0.03em',
  textWrap: 'balance',
})
