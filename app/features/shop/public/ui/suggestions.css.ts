import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const section = style({ display: 'grid', gap: theme.space[4], minWidth: 0 })
export const title = style({ fontSize: theme.text.xl })
export const list = style({ display: 'grid', gap: theme.space[3], listStyle: 'none', padding: 0 })
export const item = style({
  display: 'grid',
  gridTemplateColumns: '5rem minmax(0, 1fr)',
  alignItems: 'center',
  gap: theme.space[4],
  color: theme.color.ink,
  textDecoration: 'none',
  borderRadius: theme.radius.md,
})
export const art = style({ overflow: 'clip', borderRadius: theme.radius.md })
export const name = style({
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.snug,
  overflowWrap: 'anywhere',
  // Cuts a long name for the eye alone, as on the cards of the shop.
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
})
export const price = style({ color: theme.color.inkMuted, fontVariantNumeric: 'tabular-nums' })
