import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The picture beside the name, on a phone above it. */
export const head = style({
  display: 'grid',
  gap: theme.space[4],
  '@media': { [media.md]: { gridTemplateColumns: 'auto minmax(0, 1fr)', gap: theme.space[5] } },
})
export const title = style({ overflowWrap: 'anywhere' })
export const bio = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line', textWrap: 'pretty' })
