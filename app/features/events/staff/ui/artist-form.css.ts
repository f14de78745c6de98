import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The picture beside the fields that change it. */
export const picture = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.md]: { gridTemplateColumns: 'auto minmax(0, 1fr)' } },
})
export const preview = style({
  width: '9rem',
  aspectRatio: '1',
  overflow: 'hidden',
  borderRadius: theme.radius.md,
})
export const chosen = style({ display: 'block', width: '100%', height: '100%', objectFit: 'cover' })
export const links = style({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  containerType: 'inline-size',
})
