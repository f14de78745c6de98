import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** As high as the digits from the start, so that nothing moves when they arrive; without scripts they never do. */
const clock = style({ '@media': { '(scripting: none)': { display: 'none' } } })
export const look = styleVariants({
  badge: [
    clock,
    {
      display: 'inline-block',
      minHeight: '1.625rem',
      paddingInline: '0.625rem',
      borderRadius: theme.radius.pill,
      background: theme.color.surface,
      color: theme.color.ink,
      fontSize: theme.text.xs,
      fontWeight: theme.weight.bold,
      lineHeight: '1.625rem',
      fontVariantNumeric: 'tabular-nums',
      selectors: { '&:empty': { visibility: 'hidden' } },
    },
  ],
  large: [clock, { display: 'flex', gap: theme.space[4], minHeight: '2.625rem' }],
})
export const cell = style({ display: 'grid', gap: '0.125rem', justifyItems: 'start' })
export const digits = style({
  fontFamily: theme.font.display,
  fontSize: theme.text['2xl'],
  fontWeight: theme.weight.black,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: theme.leading.none,
})
export const unit = style({ fontSize: theme.text.xs, color: theme.color.inkMuted })
