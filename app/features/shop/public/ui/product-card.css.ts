import { style, styleVariants } from '@vanilla-extract/css'
import { grid as grids } from '#ui/layout.css.ts'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Two pictures beside one another on a phone, three on a desk: large, with air between the rows. */
export const grid = style([
  grids.tiles,
  {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${theme.space[5]} ${theme.space[3]}`,
    '@media': {
      [media.md]: {
        gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
        gap: `${theme.space[7]} ${theme.space[5]}`,
      },
    },
  },
])

export const card = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  minWidth: 0,
  scrollMarginTop: `calc(${theme.size.header} + ${theme.space[4]})`,
})
export const art = style({
  position: 'relative',
  overflow: 'clip',
  borderRadius: theme.radius.lg,
  transition: `box-shadow ${theme.motion.base} ${theme.motion.easeOut}`,
  '@media': { [media.hover]: { selectors: { [`${card}:hover &`]: { boxShadow: theme.shadow.mid } } } },
})
/** Steps back what cannot be bought, without hiding it. */
export const gone = style({ opacity: 0.62 })
export const marked = style({ boxShadow: `0 0 0 3px ${theme.color.ground}, 0 0 0 6px ${theme.color.focus}` })

export const badge = style({
  position: 'absolute',
  insetBlockStart: theme.space[2],
  insetInlineStart: theme.space[2],
  display: 'grid',
  justifyItems: 'start',
  gap: theme.space[1],
  maxWidth: `calc(100% - 2 * ${theme.space[2]})`,
  '@media': { [media.md]: { insetBlockStart: theme.space[3], insetInlineStart: theme.space[3] } },
})

export const text = style({ display: 'grid', gap: '0.125rem', minWidth: 0 })
const nameBase = style({
  fontFamily: theme.font.body,
  fontWeight: theme.weight.semibold,
  letterSpacing: 0,
  lineHeight: theme.leading.snug,
  overflowWrap: 'anywhere',
  // A long name is cut for the eye alone: it is read aloud whole, and the page of the product shows it.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
})
export const name = styleVariants({
  2: [nameBase, { fontSize: theme.text.md, '@media': { [media.md]: { fontSize: theme.text.lg } } }],
  3: [nameBase, { fontSize: theme.text.md }],
})
export const price = style({
  color: theme.color.inkMuted,
  lineHeight: theme.leading.snug,
  fontVariantNumeric: 'tabular-nums',
})
