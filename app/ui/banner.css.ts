import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

const base = style({
  display: 'flex',
  gap: theme.space[3],
  alignItems: 'flex-start',
  padding: `${theme.space[3]} ${theme.space[4]}`,
  borderRadius: theme.radius.md,
  border: '1px solid currentColor',
  fontSize: theme.text.sm,
})

export const tone = styleVariants({
  neutral: [base, { background: theme.color.surface, color: theme.color.inkMuted }],
  info: [base, { background: theme.color.infoSoft, color: theme.color.info }],
  success: [base, { background: theme.color.successSoft, color: theme.color.success }],
  warning: [base, { background: theme.color.warningSoft, color: theme.color.warning }],
  danger: [base, { background: theme.color.dangerSoft, color: theme.color.danger }],
})

export const icon = style({ flex: 'none', marginTop: '0.15em' })
export const body = style({ color: theme.color.ink, minWidth: 0, flex: 1 })
export const title = style({ fontWeight: theme.weight.bold })
export const action = style({ marginTop: theme.space[2] })
