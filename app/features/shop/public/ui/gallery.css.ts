import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** On a phone one picture after another, edge to edge, moved by thumb; on a desk the first large and the others below in pairs. */
export const pictures = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '100%',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
  listStyle: 'none',
  marginInline: `calc(-1 * ${theme.space[4]})`,
  marginTop: `calc(-1 * ${theme.space[6]})`,
  padding: 0,
  '@media': {
    [media.md]: {
      gridAutoFlow: 'row',
      gridAutoColumns: 'auto',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: theme.space[3],
      overflowX: 'visible',
      marginInline: 0,
      marginTop: 0,
    },
  },
})
export const item = style({
  position: 'relative',
  scrollSnapAlign: 'start',
  '@media': { [media.md]: { selectors: { '&:first-child': { gridColumn: '1 / -1' } } } },
})
export const link = style({
  display: 'block',
  cursor: 'zoom-in',
  overflow: 'clip',
  '@media': { [media.md]: { borderRadius: theme.radius.lg } },
  selectors: { '&:focus-visible': { outlineOffset: '-4px', borderRadius: 0 } },
})
/** Says where among the pictures of a phone's row somebody is. */
export const place = style({
  position: 'absolute',
  insetBlockEnd: theme.space[3],
  insetInlineEnd: theme.space[3],
  paddingInline: theme.space[3],
  borderRadius: theme.radius.pill,
  background: theme.color.surface,
  color: theme.color.ink,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.bold,
  lineHeight: '1.75rem',
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.md]: { display: 'none' } },
})
