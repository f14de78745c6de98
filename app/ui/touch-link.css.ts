import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

/** A link on a line of its own, large enough for a finger. */
export const touchLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
})
