import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The figures of a variant, two in a row on a phone. */
export const figures = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' } },
})
/** The form above the ledger on a phone, beside it on a desk. */
export const columns = style({
  display: 'grid',
  gap: theme.space[6],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(20rem, 26rem)' } },
})
export const aside = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  minWidth: 0,
  '@media': { [media.lg]: { gridColumn: 2, gridRow: 1 } },
})
export const main = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  minWidth: 0,
  '@media': { [media.lg]: { gridColumn: 1, gridRow: 1 } },
})
