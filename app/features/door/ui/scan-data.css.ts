import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'
import { touchLink } from '#ui/touch-link.css.ts'

/** Puts the figures that a door asks for first into one line above the scans. */
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `0 ${theme.space[5]}`,
  fontSize: theme.text.sm,
})
export const figures = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${theme.space[5]}`, margin: 0 })
globalStyle(`${figures} > div`, { display: 'flex', gap: theme.space[2] })
globalStyle(`${figures} dt`, { color: theme.color.inkMuted })
globalStyle(`${figures} dd`, { margin: 0, fontWeight: theme.weight.bold, fontVariantNumeric: 'tabular-nums' })
export const link = style([
  touchLink,
  {
    marginBlock: `calc(-1 * ${theme.space[2]})`,
    color: theme.color.accentInk,
    textDecoration: 'underline',
  },
])
/** Leads to a ticket from its row; reaches over the lines around it, so that the row stays low. */
export const person = style([
  touchLink,
  {
    color: theme.color.accentInk,
    textDecoration: 'underline',
    '@media': { [media.belowMd]: { marginBlock: '-0.75rem' } },
  },
])
/** A phone has one line above the rows; the rest stands below them. */
export const onDesk = style({ display: 'contents', '@media': { [media.belowMd]: { display: 'none' } } })
export const onPhone = style({
  display: 'none',
  '@media': {
    [media.belowMd]: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: `0 ${theme.space[4]}` },
  },
})
/** A word that a desk's column says in its header. */
export const onPhoneInline = style({ '@media': { [media.md]: { display: 'none' } } })
/** As many tables beside one another as there is room for; each as high as its rows. */
export const tables = style({
  display: 'grid',
  gap: theme.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(20rem, 100%), 1fr))',
})
