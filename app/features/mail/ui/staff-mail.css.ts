import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
  alignItems: 'baseline',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  margin: 0,
})
export const term = style({ color: theme.color.inkMuted })
export const value = style({ margin: 0, overflowWrap: 'anywhere' })
// Makes a link that is the whole value as large as a finger.
globalStyle(`${value} > a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
})
/** Shows a mail on white, whatever the page's theme is, because it is written for a light ground. */
export const frame = style({
  width: '100%',
  height: '44rem',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  background: 'white',
  colorScheme: 'light',
})
export const plain = style({
  margin: 0,
  maxHeight: '44rem',
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontFamily: 'inherit',
})
