import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

// Doubles the class: the back office sets a size for all its headings.
export const title = style({ selectors: { '&&': { fontSize: theme.text.lg } } })

export const checklist = style({
  display: 'grid',
  gap: `${theme.space[1]} ${theme.space[4]}`,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(19rem, 100%), 1fr))',
  listStyle: 'none',
  padding: 0,
})
const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
})
globalStyle(`${item} svg`, { flex: 'none' })
export const itemDone = style([item, { color: theme.color.inkMuted }])
export const itemMissing = style([item, { fontWeight: theme.weight.semibold }])
export const itemOpen = item
globalStyle(`${itemDone} svg`, { color: theme.color.success })
globalStyle(`${itemMissing} svg`, { color: theme.color.danger })

export const fold = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
})
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  minHeight: '3.25rem',
  paddingInline: theme.space[4],
  fontWeight: theme.weight.bold,
})
export const chevron = style({
  flex: 'none',
  color: theme.color.inkMuted,
  selectors: { [`${fold}[open] &`]: { transform: 'rotate(180deg)' } },
})
export const folded = style({ padding: `0 ${theme.space[4]} ${theme.space[4]}` })

/** Separates what can't be undone: at the end, in the danger color. */
export const grave = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[4],
  border: `1px solid ${theme.color.danger}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
})
export const graveTitle = style({
  color: theme.color.danger,
  selectors: { '&&': { fontSize: theme.text.md } },
})
/** Outlined: the page that it leads to has the filled button. */
export const graveLink = style({
  selectors: { '&&': { color: theme.color.danger, borderColor: theme.color.danger } },
})
