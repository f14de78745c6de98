import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const name = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
export const email = style({ overflowWrap: 'anywhere' })
export const grants = style({ listStyle: 'none', margin: 0, padding: 0 })
/** Puts what takes filters away into one row. */
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
