import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const row = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const figure = style({
  display: 'flex',
  flexDirection: 'column-reverse',
  padding: `${theme.space[3]} ${theme.space[4]}`,
  selectors: { '& + &': { borderLeft: `1px solid ${theme.color.line}` } },
})
export const name = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const value = style({
  fontSize: theme.text['2xl'],
  fontWeight: theme.weight.black,
  fontFamily: theme.font.display,
  lineHeight: theme.leading.tight,
  fontVariantNumeric: 'tabular-nums',
})
