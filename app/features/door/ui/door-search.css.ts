import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const column = style({ display: 'grid', gap: theme.space[4], maxWidth: '40rem' })
export const find = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space[3],
})
export const results = style({
  display: 'grid',
  gap: theme.space[4],
  selectors: { '&:focus': { outline: 'none' } },
})
export const heading = style({ fontSize: theme.text.md })
export const list = style({ display: 'grid', gap: theme.space[2] })
export const row = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  width: '100%',
  minHeight: '3.5rem',
  padding: `${theme.space[2]} ${theme.space[4]}`,
  textAlign: 'start',
  color: 'inherit',
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  cursor: 'pointer',
  selectors: { '&:hover': { borderColor: theme.color.lineStrong } },
})
export const rowText = style({ display: 'grid', minWidth: 0 })
export const name = style({ fontSize: theme.text.xl, lineHeight: theme.leading.tight })
export const code = style({ fontFamily: theme.font.mono, letterSpacing: '0.04em' })
