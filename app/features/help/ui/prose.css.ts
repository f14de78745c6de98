import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const prose = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  maxWidth: theme.size.prose,
  minWidth: 0,
  overflowWrap: 'anywhere',
})
export const heading = style({
  marginTop: theme.space[4],
  fontSize: theme.text.xl,
  scrollMarginTop: `calc(${theme.size.header} + ${theme.space[4]})`,
})
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  // Lists with a class have no marks; these are read as lists.
  selectors: { '&&': { listStyle: 'disc', paddingLeft: theme.space[5] } },
})
// A link that is a whole paragraph, such as the mail address, is as high as a finger.
globalStyle(`${prose} > p > a:only-child`, {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
})
