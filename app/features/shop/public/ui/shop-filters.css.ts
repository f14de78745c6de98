import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const box = style({ display: 'grid', gap: theme.space[4], minWidth: 0 })

export const collection = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[4],
  borderRadius: theme.radius.pill,
  border: `1px solid ${theme.color.lineStrong}`,
  color: theme.color.ink,
  fontWeight: theme.weight.semibold,
  fontSize: theme.text.sm,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  selectors: {
    '&[aria-current]': {
      background: theme.color.ink,
      borderColor: theme.color.ink,
      color: theme.color.ground,
    },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover:not([aria-current])': { background: theme.color.raised } } },
  },
})

/** Search, the rest of the filters and the order in one row on a desk; search above the others on a phone. */
export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: theme.space[3],
  alignItems: 'start',
  '@media': {
    [media.md]: { gridTemplateColumns: 'minmax(0, 1fr) auto 14rem' },
  },
})
export const search = style({
  gridColumn: '1 / -1',
  '@media': { [media.md]: { gridColumn: 'auto', maxWidth: '26rem' } },
})
/** Takes a row of its own on a phone when it is open. */
export const more = style({
  '@media': { [media.belowMd]: { selectors: { '&[open]': { gridColumn: '1 / -1' } } } },
})
globalStyle(`${more}[open] + *`, { '@media': { [media.belowMd]: { gridColumn: '1 / -1' } } })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  minHeight: '3rem',
  padding: `0 ${theme.space[4]}`,
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  background: theme.color.field,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
  '@media': { [media.md]: { minWidth: '10rem' } },
})
export const panel = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: theme.space[3],
  alignItems: 'start',
  marginTop: theme.space[3],
  '@media': { [media.md]: { width: '22rem' } },
})
export const wide = style({ gridColumn: '1 / -1' })

export const chips = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  listStyle: 'none',
  padding: 0,
})
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.pill,
  background: theme.color.accentSoft,
  color: theme.color.accentInk,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
})
export const clear = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  fontSize: theme.text.sm,
})
export const count = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
})
