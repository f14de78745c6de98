import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const cards = style({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 18rem), 1fr))',
})
export const name = style({ fontWeight: theme.weight.semibold, overflowWrap: 'anywhere' })
export const figures = style({ fontVariantNumeric: 'tabular-nums' })
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm, overflowWrap: 'anywhere' })
/** Forms of a list below one another; fields stand side by side where they fit. */
export const column = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  minWidth: 0,
  maxWidth: '48rem',
  containerType: 'inline-size',
})
export const pair = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container': { '(min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
/** Lets the words of a button wrap: names of lists are as long as staff make them. */
export const choice = style({ whiteSpace: 'normal', overflowWrap: 'anywhere', maxWidth: '100%' })
