import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const status = style({
  display: 'grid',
  gap: theme.space[2],
  width: '100%',
  maxWidth: '40rem',
  marginInline: 'auto',
})
/** A row as high as a finger: opens the check before doors. */
export const ready = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  padding: `${theme.space[1]} ${theme.space[3]}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  background: 'none',
  color: theme.color.ink,
  font: 'inherit',
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  textAlign: 'start',
  cursor: 'pointer',
  selectors: { '&:hover': { textDecoration: 'underline' } },
})
export const readyLine = style({ flex: 1, minWidth: 0 })
export const icon = style({ flex: 'none' })
export const readyIcon = style([icon, { color: theme.color.success }])
export const notReadyIcon = style([icon, { color: theme.color.warning }])
export const list = style({ display: 'grid', gap: theme.space[3], listStyle: 'none', padding: 0, margin: 0 })
export const part = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: theme.space[3],
  alignItems: 'start',
})
export const partName = style({ fontWeight: theme.weight.semibold })
export const mend = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
const result = (color: string) => ({ color, fontWeight: theme.weight.semibold })
export const results = styleVariants({
  ok: result(theme.color.success),
  bad: result(theme.color.danger),
  open: result(theme.color.inkMuted),
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[3] })
