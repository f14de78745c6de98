import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

/** Styles the pages of one record, such as an order or a person: its facts, and what happened to it. */

/** On a desk what happened stands beside the facts. */
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space[6],
  alignItems: 'start',
  '@media': { [media.xl]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' } },
})
export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  alignItems: 'baseline',
  margin: 0,
})
export const term = style({ color: theme.color.inkMuted })
export const value = style({ margin: 0, overflowWrap: 'anywhere' })
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm, overflowWrap: 'anywhere' })
export const two = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
export const badges = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: theme.space[2],
  alignItems: 'center',
})
/** A list of what happened: a line at the side tells its kind. */
export const list = style({ listStyle: 'none', margin: 0, padding: 0 })
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
