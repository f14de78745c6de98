import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const sections = style({ display: 'flex', flexDirection: 'column', gap: theme.space[6] })
export const section = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const sectionTitle = style({ fontSize: theme.text.xl })

export const events = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(22rem, 100%), 1fr))',
})
export const event = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  height: '100%',
  // A single event has the whole row: its name and links at one side, its figures at the other.
  selectors: {
    ':only-child > &': {
      '@media': {
        [media.lg]: {
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
          gap: `${theme.space[4]} ${theme.space[7]}`,
        },
      },
    },
  },
})
export const eventTitle = style({ fontSize: theme.text.lg })
export const eventHead = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1] })
/** As wide as each figure needs: the money is the long one. */
export const figures = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const figure = style({ display: 'flex', flexDirection: 'column-reverse' })
export const figureName = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const figureValue = style({
  margin: 0,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: theme.leading.tight,
  whiteSpace: 'nowrap',
})
export const links = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2], marginTop: 'auto' })
globalStyle(`:only-child > ${event} > ${links}`, { '@media': { [media.lg]: { gridArea: '2 / 1' } } })

export const four = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})

export const five = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' } },
})
// An odd last tile has the row for itself on a phone.
globalStyle(`${five} > :last-child:nth-child(odd)`, {
  '@media': { [media.belowMd]: { gridColumn: '1 / -1' } },
})
export const tileLink = style({ color: 'inherit', textDecoration: 'none', borderRadius: theme.radius.lg })
