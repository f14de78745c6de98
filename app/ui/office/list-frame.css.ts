import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'
import { barButton } from './office-layout.css.ts'

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
/** Puts a field and its button into one row on every screen, as wide as what is around them. */
export const fullSearch = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space[2],
})
export const search = style([fullSearch, { maxWidth: '32rem' }])
/** A search with further fields has room for them beside each other on a desk. */
export const wideSearch = style([search, { '@media': { [media.lg]: { maxWidth: '48rem' } } }])
/**
 * Folds further fields of a search behind a button. From `lg` up they are always shown, where the browser can show what is in a
 * closed fold.
 */
export const fold = style({
  gridColumn: '1 / -1',
  minWidth: 0,
  '@supports': {
    'selector(::details-content)': {
      '@media': { [media.lg]: { selectors: { '&::details-content': { contentVisibility: 'visible' } } } },
    },
  },
})
export const foldButton = style([
  barButton,
  {
    width: 'fit-content',
    listStyle: 'none',
    selectors: { '&::-webkit-details-marker': { display: 'none' } },
    '@supports': { 'selector(::details-content)': { '@media': { [media.lg]: { display: 'none' } } } },
  },
])
/** Puts further fields of a search in a row below it. */
export const more = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: theme.space[2],
  '@media': {
    [media.belowLg]: { marginBlockStart: theme.space[2] },
    [media.lg]: { gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))' },
  },
})
/** Sends the further fields on a phone, where the button of the search is out of sight. */
export const apply = style({
  gridColumn: '1 / -1',
  justifySelf: 'start',
  '@media': { [media.lg]: { display: 'none' } },
})
// Leaves no hole beside the last of an odd number of fields, which the button follows.
globalStyle(`${more} > :nth-last-child(2):nth-child(odd)`, {
  '@media': { [media.belowLg]: { gridColumn: '1 / -1' } },
})
/** Keys are told of where there is a keyboard. */
export const keys = style({
  display: 'none',
  flexWrap: 'wrap',
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
