import { style } from '@vanilla-extract/css'

/** Out of sight for people, in the way of programs that fill in every field. */
export const trap = style({
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
})
