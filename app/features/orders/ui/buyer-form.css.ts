import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const suggestion = style({ fontSize: theme.text.sm })
export const accept = style({
  minHeight: '1.5rem',
  fontWeight: theme.weight.bold,
  color: theme.color.accentInk,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
})
export const terms = style({ fontSize: theme.text.sm, color: theme.color.inkMuted, paddingLeft: '2.25rem' })
