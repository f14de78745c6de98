import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const form = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
/** Is as high as a line of text; the padding makes it large enough for a thumb. */
export const accept = style({
  paddingBlock: '0.75rem',
  marginBlock: '-0.75rem',
  fontWeight: theme.weight.bold,
  color: theme.color.accentInk,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
})

export const more = style({ marginBlock: `calc(-1 * ${theme.space[2]})` })
export const moreSummary = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
})
export const moreIcon = style({
  color: theme.color.accentInk,
  transition: `rotate ${theme.motion.base}`,
  selectors: { [`${more}[open] &`]: { rotate: '45deg' } },
})
export const optional = style({ fontWeight: theme.weight.normal, color: theme.color.inkFaint })

/** Stays at the foot of a phone's screen until the form ends there. */
export const pay = style({
  position: 'sticky',
  bottom: 0,
  zIndex: theme.layer.sticky,
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  marginInline: `calc(-1 * ${theme.space[4]})`,
  padding: `${theme.space[4]} ${theme.space[4]} calc(${theme.space[3]} + env(safe-area-inset-bottom))`,
  marginBlock: `calc(-1 * ${theme.space[3]})`,
  background: `linear-gradient(to top, ${theme.color.ground} calc(100% - ${theme.space[4]}), transparent)`,
  '@media': {
    [media.lg]: { position: 'static', marginInline: 0, paddingInline: 0 },
    [media.low]: { position: 'static' },
  },
})
// Scrolls a focused field out from under the bar.
globalStyle('html:has([data-pay-bar])', {
  scrollPaddingBottom: `calc(7rem + env(safe-area-inset-bottom))`,
})

export const fine = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  fontSize: theme.text.xs,
  lineHeight: theme.leading.snug,
  color: theme.color.inkFaint,
})
globalStyle(`${fine} a`, { color: 'inherit' })
