import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'

export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  fontFamily: theme.font.body,
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  letterSpacing: 0,
  overflowWrap: 'anywhere',
})
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(11rem, 100%), 1fr))',
  gap: `${theme.space[2]} ${theme.space[4]}`,
})
export const factName = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const factText = style({ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' })
