import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const tab = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  minWidth: 0,
  containerType: 'inline-size',
})
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  listStyle: 'none',
})
export const code = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[4],
  borderRadius: theme.radius.md,
  background: theme.color.ground,
  border: `1px solid ${theme.color.line}`,
})
export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  fontFamily: theme.font.body,
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  letterSpacing: 0,
  overflowWrap: 'anywhere',
})
export const note = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))',
  gap: `${theme.space[2]} ${theme.space[4]}`,
})
export const factName = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const factText = style({ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
