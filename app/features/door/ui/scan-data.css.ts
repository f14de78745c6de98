import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const choose = style({
  display: 'grid',
  gap: theme.space[3],
  '@media': {
    [media.sm]: { gridTemplateColumns: 'minmax(0, 26rem) auto', justifyContent: 'start', alignItems: 'end' },
  },
})
export const header = style({})
