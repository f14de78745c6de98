import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** Lays out a switch at the end of its description's line, at any width. */
export const line = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space[4],
  minHeight: theme.size.touch,
})
// Pressing the label switches too: it is as high as a finger.
globalStyle(`${line} > label`, {
  flex: 1,
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
})
