import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const wait = style({
  display: 'grid',
  gap: theme.space[4],
  padding: theme.space[4],
  borderRadius: theme.radius.md,
  background: theme.color.accentSoft,
})
export const times = style({ display: 'grid', gap: theme.space[3], lineHeight: theme.leading.snug })
export const when = style({
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  color: theme.color.accentInk,
})

/** As high as the digits from the start, so that nothing moves when they arrive; without scripts they never do. */
export const clock = style({
  minHeight: '2.625rem',
  '@media': { '(scripting: none)': { display: 'none' } },
})
export const cells = style({ display: 'flex', gap: theme.space[4] })
export const cell = style({ display: 'grid', gap: '0.125rem', justifyItems: 'start' })
export const digits = style({
  fontFamily: theme.font.display,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.black,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: theme.leading.none,
})
export const unit = style({ fontSize: theme.text.xs, color: theme.color.inkMuted })

export const ask = style({ display: 'grid', gap: theme.space[3] })
export const field = style({ display: 'grid', gap: theme.space[1] })
export const label = style({ fontWeight: theme.weight.bold })
export const small = style({
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  color: theme.color.inkMuted,
})
export const fault = style({
  color: theme.color.danger,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
})
