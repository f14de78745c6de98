import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

export const section = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  paddingBlock: theme.space[5],
  minWidth: 0,
  '@media': { [media.md]: { paddingBlock: theme.space[6] } },
})

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space[1]} ${theme.space[4]}`,
})

// The link beside the title stands alone: it is as high as a finger.
globalStyle(`${head} a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
})

/** Places the buttons for people with a pointer; a thumb needs none. */
export const buttons = style({
  display: 'none',
  gap: theme.space[2],
  '@media': { [media.hover]: { display: 'flex' } },
})

const edge = `max(${theme.space[4]}, env(safe-area-inset-left))`

/** Reaches the edges of a phone, so that a cut card shows that there is more. The scroll bar stays visible for a pointer. */
const row = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'min(66%, 17rem)',
  gap: theme.space[3],
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: 'x proximity',
  scrollbarWidth: 'thin',
  scrollbarColor: `${theme.color.lineStrong} transparent`,
  marginInline: `calc(-1 * ${edge})`,
  scrollPaddingInline: edge,
  // Padding is doubled in weight: lists with a class have none. It leaves room for focus rings and the lift of a card.
  selectors: { '&&': { paddingInline: edge, paddingBlock: theme.space[1] } },
  '@media': {
    [media.md]: {
      gap: theme.space[5],
      gridAutoColumns: `calc((100% - 2 * ${theme.space[5]}) / 3)`,
      marginInline: '-4px',
      scrollPaddingInline: '4px',
      selectors: { '&&': { paddingInline: '4px', paddingBottom: theme.space[3] } },
    },
    [media.lg]: { gridAutoColumns: `calc((100% - 3 * ${theme.space[5]}) / 4)` },
  },
})

export const shape = styleVariants({
  row: [row],
  mosaic: [
    row,
    {
      '@media': {
        [media.lg]: {
          gridAutoFlow: 'row',
          gridAutoColumns: 'auto',
          gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 6fr)',
          gap: theme.space[4],
          overflowX: 'visible',
        },
      },
    },
  ],
})

export const cell = style({
  display: 'grid',
  minWidth: 0,
  scrollSnapAlign: 'start',
  '@media': {
    [media.lg]: {
      selectors: {
        // As many rows as there are cards beside it.
        ...Object.fromEntries(
          [1, 2, 3, 4, 5].map((others) => [
            `${shape.mosaic} > &:first-child:nth-last-child(${others + 1})`,
            { gridRow: `1 / span ${others}` },
          ]),
        ),
        [`${shape.mosaic} > &:not(:first-child)`]: { gridColumn: 2 },
      },
    },
  },
})
