import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'

/** Sits on the icon's shoulder, ringed by the bar's colour so that it reads at 8 pixels. */
export const dot = style({
  position: 'absolute',
  top: '-2px',
  right: '-5px',
  boxShadow: `0 0 0 2px ${theme.color.surface}`,
})
