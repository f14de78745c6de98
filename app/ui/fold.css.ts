import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

/** A `details` among others in a line: takes a line of its own while it is open. */
export const fold = style({ selectors: { '&[open]': { flexBasis: '100%' } } })
/** Its `summary`, which reads as a link. */
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: theme.radius.md,
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { textDecoration: 'underline' },
  },
})
