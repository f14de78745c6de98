import { style } from '@vanilla-extract/css'

/** Black on white, whatever the theme: a scanner reads contrast, not style. */
export const code = style({ width: '100%', height: 'auto', aspectRatio: '1' })
export const paper = style({ fill: 'white' })
export const squares = style({ fill: 'black' })
