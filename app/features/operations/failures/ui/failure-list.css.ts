import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const reason = style({ overflowWrap: 'anywhere', maxWidth: '32rem', display: 'inline-block' })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[3],
  // One line on a desk, until a form is open.
  '@media': {
    [media.xl]: { selectors: { '&:not(:has([open]))': { flexWrap: 'nowrap', whiteSpace: 'nowrap' } } },
  },
})
/** Takes a line of its own while it is open. */
export const fold = style({ selectors: { '&[open]': { flexBasis: '100%' } } })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' }, '&:hover': { textDecoration: 'underline' } },
})
