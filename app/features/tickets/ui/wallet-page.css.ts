import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The page's column, with less above than other pages have: the code is what one came for. */
export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  '@media': {
    [media.belowMd]: { selectors: { '&&': { paddingTop: 0 } } },
    [media.short]: { gap: theme.space[1] },
    [media.md]: { gap: theme.space[5] },
  },
})
/** Title and tabs in one row. */
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  minHeight: '3rem',
})
export const title = style({
  fontSize: theme.text.lg,
  whiteSpace: 'nowrap',
  '@media': { [media.md]: { fontSize: theme.text['3xl'] } },
})
export const tabs = style({
  minWidth: 0,
  fontSize: theme.text.xs,
  '@media': { [media.md]: { fontSize: theme.text.md } },
})
export const cards = style({
  display: 'grid',
  gap: theme.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.lg]: { gap: theme.space[5], gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const links = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${theme.space[5]}`,
  fontSize: theme.text.sm,
})
globalStyle(`${links} > a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  color: theme.color.inkMuted,
})
export const note = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
