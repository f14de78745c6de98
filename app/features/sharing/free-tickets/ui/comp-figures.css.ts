import { style } from '@vanilla-extract/css'

/** Keeps the number of a link in line with those that are none: links are at least as wide as a finger. */
export const figure = style({ display: 'inline-flex', justifyContent: 'flex-end' })
