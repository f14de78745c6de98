import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const title = style({ fontSize: theme.text.lg })

export const links = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1] })
globalStyle(`${links} a`, { display: 'inline-flex', alignItems: 'center', minHeight: theme.size.touch })
export const linkButton = style({
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
})

export const fold = style({
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
})
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[4],
  fontWeight: theme.weight.semibold,
})
export const folded = style({ padding: `0 ${theme.space[4]} ${theme.space[4]}` })

/** Separates what can't be undone: at the end, in the danger color. */
export const grave = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[4],
  border: `1px solid ${theme.color.danger}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
})
export const graveTitle = style({ fontSize: theme.text.md, color: theme.color.danger })
