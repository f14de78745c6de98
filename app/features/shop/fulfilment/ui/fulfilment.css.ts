import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const faint = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  overflowWrap: 'anywhere',
})
export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
export const parcel = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
/** A product of a parcel with the units that go into it. */
export const item = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 5rem',
  alignItems: 'center',
  gap: theme.space[3],
})
export const address = style({ margin: 0, fontStyle: 'normal', overflowWrap: 'anywhere' })
export const pair = style({
  display: 'grid',
  gap: theme.space[4],
  '@media': { '(min-width: 40rem)': { gridTemplateColumns: '1fr 1fr' } },
})

/** Paper has no navigation: the list alone is printed. */
export const printed = style({})
globalStyle(`body:has(${printed}) :is(header, nav, footer, aside, [data-screen-only])`, {
  '@media': { print: { display: 'none' } },
})
globalStyle(`body:has(${printed})`, {
  '@media': { print: { background: 'white', color: 'black' } },
})
