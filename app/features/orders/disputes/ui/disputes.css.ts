import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const evidence = style({
  margin: 0,
  padding: theme.space[4],
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontFamily: theme.font.body,
  fontSize: theme.text.sm,
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
})
