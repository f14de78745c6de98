import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const search = style({
  display: 'grid',
  flex: '1 1 22rem',
  gap: theme.space[3],
  '@media': {
    [media.sm]: { gridTemplateColumns: 'minmax(0, 24rem) auto', justifyContent: 'start', alignItems: 'end' },
  },
})
export const name = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
export const email = style({ overflowWrap: 'anywhere' })
export const grants = style({ listStyle: 'none', margin: 0, padding: 0 })
