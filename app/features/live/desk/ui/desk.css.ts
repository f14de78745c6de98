import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Puts the picture and its controls beside what is known of them on a wide screen. */
export const desk = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space[5],
  alignItems: 'start',
  '@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(20rem, 24rem)' } },
})
export const column = style({ display: 'grid', gap: theme.space[5], minWidth: 0 })
export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
export const note = style({ margin: 0 })
export const badges = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.space[2] })

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'fit-content(50%) minmax(0, 1fr)',
  alignItems: 'baseline',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  margin: 0,
})
export const term = style({ color: theme.color.inkMuted })
export const value = style({ margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' })
// Makes a link that is the whole value as large as a finger.
globalStyle(`${value} > a`, { display: 'inline-flex', alignItems: 'center', minHeight: theme.size.touch })

export const log = style({ display: 'grid', gap: theme.space[3], margin: 0, padding: 0, listStyle: 'none' })
export const entry = style({ display: 'grid', gap: theme.space[1] })
export const small = style({ margin: 0, color: theme.color.inkMuted, fontSize: theme.text.sm })

/** The stream key, which stands on the page once. */
export const key = style({
  display: 'block',
  padding: theme.space[3],
  borderRadius: theme.radius.md,
  background: theme.color.sunk,
  fontFamily: theme.font.mono,
  overflowWrap: 'anywhere',
  userSelect: 'all',
})
export const poster = style({ maxWidth: '24rem' })
export const chosen = style({
  width: '100%',
  aspectRatio: '16 / 9',
  objectFit: 'cover',
  borderRadius: theme.radius.md,
})
export const pair = style({
  display: 'grid',
  gap: theme.space[4],
  alignItems: 'start',
  '@media': { [media.md]: { gridTemplateColumns: '1fr 1fr' } },
})
