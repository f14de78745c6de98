import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const hit = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const title = style({ fontWeight: theme.weight.semibold, overflowWrap: 'anywhere' })
export const facts = style({
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  overflowWrap: 'anywhere',
})
export const note = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })

export const search = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space[2],
  maxWidth: '32rem',
})
export const groups = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  maxWidth: '48rem',
})
export const list = style({
  display: 'flex',
  flexDirection: 'column',
  marginTop: theme.space[2],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  overflow: 'clip',
})
export const row = style({ selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } } })
export const link = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  minHeight: theme.size.touch,
  padding: `${theme.space[2]} ${theme.space[4]}`,
  color: theme.color.ink,
  textDecoration: 'none',
  selectors: { '&:hover': { background: theme.color.raised }, '&:focus-visible': { outlineOffset: '-3px' } },
})
