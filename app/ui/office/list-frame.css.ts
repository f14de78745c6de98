import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const bar = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  minWidth: 0,
  '@media': {
    [media.lg]: {
      flexDirection: 'row',
      alignItems: 'end',
      justifyContent: 'space-between',
      gap: theme.space[4],
    },
  },
})
export const filters = style({ flex: '1 1 auto', minWidth: 0 })
/** Puts the field and its button into one row on every screen. */
export const search = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space[2],
  maxWidth: '32rem',
})
/** A search with further fields has room for them beside each other on a desk. */
export const wideSearch = style([search, { '@media': { [media.lg]: { maxWidth: '44rem' } } }])
/** Puts further fields of a search in a row below it. */
export const more = style({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: theme.space[2],
  '@media': { [media.lg]: { gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' } },
})
/** Keys are told of where there is a keyboard. */
export const keys = style({
  display: 'none',
  alignItems: 'center',
  gap: theme.space[3],
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  '@media': { [media.lgMouse]: { display: 'flex' } },
})
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  alignSelf: 'flex-start',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  maxWidth: '100%',
  paddingInline: theme.space[4],
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.pill,
  background: theme.color.surface,
  color: theme.color.ink,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  selectors: { '&:hover': { background: theme.color.raised } },
  '@media': { [media.lgMouse]: { minHeight: '2.25rem' } },
})
export const chipText = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
