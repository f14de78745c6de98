import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  padding: `${theme.space[2]} ${theme.space[3]}`,
  borderRadius: theme.radius.pill,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  whiteSpace: 'nowrap',
  transition: `background-color ${theme.motion.slow}, color ${theme.motion.slow}`,
})

export const clock = styleVariants({
  calm: [base, { background: theme.color.raised, color: theme.color.ink }],
  soon: [base, { background: theme.color.warningSoft, color: theme.color.warning }],
  ended: [base, { background: theme.color.dangerSoft, color: theme.color.danger }],
})

export const digits = style({
  fontVariantNumeric: 'tabular-nums',
  fontWeight: theme.weight.bold,
  fontSize: theme.text.md,
  minWidth: '2.6em',
  textAlign: 'right',
})
