import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

// Doubles the class: the back office sets a size for all its headings.
export const title = style({ selectors: { '&&': { fontSize: theme.text.md } } })
/** The value before and after, in one line where there is room. */
export const change = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  overflowWrap: 'anywhere',
})
