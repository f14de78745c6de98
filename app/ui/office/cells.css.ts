import { globalStyle, style } from '@vanilla-extract/css'
import { choose, compact, row } from '../table.css.ts'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const lines = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  '@media': {
    [media.belowMd]: { flexFlow: 'row wrap', alignItems: 'baseline', columnGap: theme.space[2] },
  },
})
export const faint = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  overflowWrap: 'anywhere',
})
/** Gives a long title room beside columns that keep to one line. */
export const roomy = style({ '@media': { [media.xl]: { display: 'inline-block', minWidth: '10rem' } } })
/** On a phone, where a line is short, nothing is cut. */
export const cut = style({
  '@media': {
    [media.md]: {
      display: 'inline-block',
      maxWidth: '18rem',
      verticalAlign: 'bottom',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
})
export const oneLine = style([faint, cut])
export const badges = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[1]} ${theme.space[2]}`,
})
export const dash = style({})
globalStyle(`${compact} ${row} > td:has(> ${dash}):not(${choose})`, {
  '@media': { [media.belowMd]: { display: 'none' } },
})
globalStyle(`td[data-phone="end"] > ${lines}`, {
  '@media': { [media.belowMd]: { justifyContent: 'flex-end' } },
})
