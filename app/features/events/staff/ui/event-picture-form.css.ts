import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** The crops beside one another, all as high as the first. */
export const crops = style({ display: 'flex', gap: theme.space[3], maxWidth: '40rem' })
const box = style({ minWidth: 0, overflow: 'hidden', borderRadius: theme.radius.md })
/** Each as wide as its proportions ask for. */
export const crop = styleVariants({
  portrait: [box, { flex: '0.8 1 0', aspectRatio: '4 / 5' }],
  wide: [box, { flex: '1.5 1 0', aspectRatio: '3 / 2' }],
  square: [box, { flex: '1 1 0', aspectRatio: '1' }],
})
export const chosen = style({ display: 'block', width: '100%', height: '100%', objectFit: 'cover' })
