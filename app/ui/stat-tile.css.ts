import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

export const tile = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  padding: theme.space[4],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  minWidth: 0,
})
export const label = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const value = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text.xl,
  lineHeight: theme.leading.tight,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
})
// A link of one digit begins where the other figures do.
globalStyle(`${value} > a`, { justifyContent: 'flex-start' })
export const hint = style({ fontSize: theme.text.sm, color: theme.color.inkFaint })
