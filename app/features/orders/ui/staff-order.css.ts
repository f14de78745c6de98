import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** On a desk the timeline stands beside the order. */
export const columns = style({
  display: 'grid',
  gap: theme.space[6],
  alignItems: 'start',
  '@media': { [media.xl]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' } },
})
export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  margin: 0,
})
export const term = style({ color: theme.color.inkMuted })
export const value = style({ margin: 0, overflowWrap: 'anywhere' })
export const sums = style([facts, { gridTemplateColumns: 'minmax(0, 1fr) auto' }])
export const cents = style({ margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' })
export const total = style([cents, { fontWeight: theme.weight.semibold }])
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm, overflowWrap: 'anywhere' })
export const two = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
export const badges = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: theme.space[2],
  alignItems: 'center',
})
export const timeline = style({ listStyle: 'none', margin: 0, padding: 0 })
const entry = style({
  borderInlineStart: `3px solid ${theme.color.line}`,
  padding: `0 0 ${theme.space[4]} ${theme.space[4]}`,
  minWidth: 0,
})
export const entries = styleVariants({
  plain: [entry],
  money: [entry, { borderInlineStartColor: theme.color.success }],
  trouble: [entry, { borderInlineStartColor: theme.color.danger }],
  note: [entry, { borderInlineStartColor: theme.color.accent }],
})
export const note = style({
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  margin: `${theme.space[1]} 0 0`,
})
export const large = style({ fontSize: theme.text.xl, fontWeight: theme.weight.semibold, margin: 0 })

/** A link on a line of its own, large enough for a finger. */
export const touchLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
})
