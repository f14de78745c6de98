import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'

/** Places the badge at the icon's corner, ringed by the bar's colour so that it is visible at 8 pixels. */
export const dot = style({
  position: 'absolute',
  top: '-2px',
  right: '-5px',
  boxShadow: `0 0 0 2px ${theme.color.surface}`,
})
