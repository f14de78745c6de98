import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** Limits the QR code to a size that a phone reads from a screen. */
export const picture = style({ width: '100%', maxWidth: '16rem' })

export const key = style({ overflowWrap: 'anywhere' })

/** Keeps the sticky header off the text that takes the focus. */
export const intro = style({ scrollMarginTop: '10rem', outline: 'none' })

export const codes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(13rem, 1fr))',
  gap: theme.space[2],
  margin: 0,
  paddingInlineStart: theme.space[5],
})

/** Lists what a person uses as a second step. */
export const factors = style({
  display: 'grid',
  gap: theme.space[4],
  listStyle: 'none',
  margin: 0,
  padding: 0,
  overflowWrap: 'anywhere',
})
