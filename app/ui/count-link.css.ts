import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

/** As large as a finger, without making the rows of a table higher. */
export const count = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  marginBlock: `calc(-1 * ${theme.space[2]})`,
  color: theme.color.accentInk,
  fontVariantNumeric: 'tabular-nums',
  textDecoration: 'underline',
})
