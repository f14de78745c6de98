import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const marked = style({ borderColor: theme.color.focus, boxShadow: `0 0 0 2px ${theme.color.focus}` })
export const head = style({ display: 'flex', alignItems: 'center', gap: theme.space[3] })
export const who = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const name = style({
  fontFamily: theme.font.body,
  fontSize: theme.text.md,
  fontWeight: theme.weight.bold,
  letterSpacing: 'normal',
  lineHeight: theme.leading.snug,
})
export const when = style({ color: theme.color.inkFaint, fontSize: theme.text.sm })
export const body = style({ marginTop: theme.space[3], whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
