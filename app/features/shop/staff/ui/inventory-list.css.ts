import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The picture of a product beside its name. */
export const product = style({ display: 'flex', alignItems: 'center', gap: theme.space[3], minWidth: 0 })
globalStyle(`${product} > a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
})
export const picture = style({
  flex: '0 0 2.5rem',
  width: '2.5rem',
  height: '2.5rem',
  overflow: 'hidden',
  borderRadius: theme.radius.sm,
})
export const units = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const faint = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const sku = style({
  overflowWrap: 'anywhere',
  '@media': { [media.md]: { display: 'inline-block', minWidth: '8rem' } },
})
export const available = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.space[2],
  '@media': { [media.md]: { flexWrap: 'nowrap' } },
})
