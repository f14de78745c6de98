import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  minHeight: '1.625rem',
  paddingInline: '0.625rem',
  borderRadius: theme.radius.pill,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.tight,
  whiteSpace: 'nowrap',
})

export const tone = styleVariants({
  neutral: [
    base,
    {
      background: theme.color.sunk,
      color: theme.color.inkMuted,
      boxShadow: `inset 0 0 0 1px ${theme.color.line}`,
    },
  ],
  accent: [base, { background: theme.color.accentSoft, color: theme.color.accentInk }],
  solid: [base, { background: theme.color.accent, color: theme.color.onAccent }],
  success: [base, { background: theme.color.successSoft, color: theme.color.success }],
  warning: [base, { background: theme.color.warningSoft, color: theme.color.warning }],
  danger: [base, { background: theme.color.dangerSoft, color: theme.color.danger }],
  info: [base, { background: theme.color.infoSoft, color: theme.color.info }],
})
