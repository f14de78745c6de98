import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const alarms = style({
  display: 'grid',
  gap: theme.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  selectors: { '&:empty': { display: 'none' } },
})
const base = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  padding: `${theme.space[2]} ${theme.space[3]}`,
  borderRadius: theme.radius.md,
  color: theme.color.onSignal,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
})
/** The colors of the results: a held zone looks like a refusal. */
export const alarm = styleVariants({
  amber: [base, { background: theme.color.signalCheck }],
  red: [base, { background: theme.color.signalStop }],
})
export const icon = style({ flex: 'none' })
