import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** One column on a phone; from `lg` up the sum stands beside the list. */
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: theme.space[5],
  '@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) 22rem', columnGap: theme.space[7] } },
})
export const title = style({ fontSize: theme.text['2xl'] })
export const group = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4], minWidth: 0 })
export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  padding: theme.space[5],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const list = style({ display: 'flex', flexDirection: 'column' })
export const item = style({
  display: 'grid',
  gridTemplateColumns: '5rem minmax(0, 1fr) auto',
  columnGap: theme.space[4],
  rowGap: theme.space[2],
  paddingBlock: theme.space[4],
  borderTop: `1px solid ${theme.color.line}`,
  selectors: { '&:first-child': { borderTop: 'none', paddingTop: 0 }, '&:last-child': { paddingBottom: 0 } },
})
export const art = style({
  width: '5rem',
  alignSelf: 'start',
  borderRadius: theme.radius.md,
  overflow: 'clip',
})
export const heading = style({ fontSize: theme.text.xl })
export const what = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
/**
 * Names a product by a link as large as a finger. It reaches into the space around, so that its text stays beside the price, and
 * by its padding alone, so that a name of several lines doesn't run into what stands below.
 */
export const name = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  paddingBlock: '0.625rem',
  marginBlock: '-0.625rem',
  fontWeight: theme.weight.bold,
  overflowWrap: 'anywhere',
})
/** Cuts a long name for the eye alone: it is read aloud whole, and its link leads to it. */
export const cut = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
})
export const note = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const problem = style({
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  color: theme.color.danger,
})
export const price = style({ textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' })
export const strong = style({ fontWeight: theme.weight.bold })
export const controls = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[2],
  '@media': { [media.md]: { gridColumn: '2 / -1' } },
})
export const stepper = style({
  display: 'inline-flex',
  alignItems: 'center',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.pill,
  background: theme.color.surface,
})
export const step = style({
  width: theme.size.touch,
  height: theme.size.touch,
  display: 'inline-grid',
  placeItems: 'center',
  fontSize: theme.text.lg,
  borderRadius: theme.radius.pill,
  color: theme.color.ink,
  selectors: { '&:disabled': { color: theme.color.inkMuted, opacity: 0.5 } },
  '@media': {
    [media.hover]: { selectors: { '&:hover:not(:disabled)': { background: theme.color.raised } } },
  },
})
export const count = style({
  minWidth: '2ch',
  textAlign: 'center',
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
export const sums = style({ display: 'flex', flexDirection: 'column', gap: theme.space[2] })
export const sum = style({ display: 'flex', justifyContent: 'space-between', gap: theme.space[4] })
export const total = style([
  sum,
  {
    paddingTop: theme.space[3],
    borderTop: `1px solid ${theme.color.line}`,
    fontSize: theme.text.lg,
    fontWeight: theme.weight.bold,
  },
])
export const clock = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space[3],
})
