import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const section = style({
  display: 'grid',
  gap: theme.space[4],
  minWidth: 0,
  maxWidth: '44rem',
  marginBlockEnd: theme.space[6],
})
// The part of the page that it stands in takes both of its columns: half a column is too narrow to write in.
globalStyle(`div:has(> ${section})`, { gridColumn: '1 / -1' })
export const title = style({ fontSize: theme.text.xl })
export const mode = style({ color: theme.color.inkMuted })
export const list = style({ display: 'grid', gap: theme.space[3], listStyle: 'none', padding: 0 })
export const item = style({
  display: 'grid',
  gap: theme.space[1],
  padding: theme.space[3],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  background: theme.color.surface,
  color: theme.color.ink,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
})
export const who = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
export const more = style({ display: 'inline-flex', alignItems: 'center', minHeight: theme.size.touch })
export const form = style({ display: 'grid', gap: theme.space[3] })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.space[3],
})
export const choice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  marginInlineEnd: 'auto',
  color: theme.color.inkMuted,
})
