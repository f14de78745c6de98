import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

// Over the bottom bar on a phone, in the corner on a desk; the page stays usable beside it.
export const banner = style({
  position: 'fixed',
  zIndex: theme.layer.sheet,
  insetInline: theme.space[3],
  bottom: `calc(${theme.size.bottomBar} + env(safe-area-inset-bottom) + ${theme.space[3]})`,
  display: 'grid',
  gap: theme.space[3],
  padding: theme.space[4],
  background: theme.color.raised,
  color: theme.color.ink,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  boxShadow: theme.shadow.high,
  '@media': {
    [media.md]: { left: 'auto', right: theme.space[5], bottom: theme.space[5], width: '24rem' },
    [media.print]: { display: 'none' },
  },
})
export const text = style({
  display: 'grid',
  gap: theme.space[1],
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
})
export const title = style({ fontWeight: theme.weight.bold, fontSize: theme.text.md })
export const choices = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space[3] })
