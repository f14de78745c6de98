import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** An icon over its name: equal cells on a phone, as wide as their names beside a poster, where browsers seldom have the last one. */
export const row = style({
  gridArea: 'share',
  alignSelf: 'start',
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  maxWidth: '26rem',
  borderBlock: `1px solid ${theme.color.line}`,
  '@media': {
    // Closer to the title than rows of the page's grid are.
    [media.md]: {
      gridAutoColumns: 'max-content',
      columnGap: theme.space[6],
      marginTop: `calc(${theme.space[4]} - ${theme.space[6]})`,
    },
    [media.lg]: { marginTop: `calc(${theme.space[4]} - ${theme.space[8]})` },
  },
})
export const link = style({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: theme.space[1],
  minHeight: '4rem',
  color: theme.color.inkMuted,
  fontWeight: theme.weight.semibold,
  fontSize: theme.text.xs,
  textAlign: 'center',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: { '&[data-waiting="true"]': { visibility: 'hidden' } },
  '@media': { [media.hover]: { selectors: { '&:hover': { color: theme.color.ink } } } },
})
