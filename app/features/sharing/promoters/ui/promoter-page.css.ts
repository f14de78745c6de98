import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The address that is shared, and beside it its QR code, as large as a phone at arm's length reads it. */
export const link = style({
  display: 'grid',
  gap: theme.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 20rem)',
  justifyContent: 'center',
  '@media': {
    [media.lg]: { gridTemplateColumns: 'minmax(0, 26rem) 14rem', justifyContent: 'space-between' },
  },
})
export const address = style({ overflowWrap: 'anywhere' })
