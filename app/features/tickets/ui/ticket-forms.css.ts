import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const forms = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.space[5],
  fontSize: theme.text.sm,
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
  borderRadius: theme.radius.md,
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { textDecoration: 'underline' },
  },
})
