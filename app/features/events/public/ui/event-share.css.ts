import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const row = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  paddingInline: theme.space[4],
  borderRadius: theme.radius.pill,
  border: `1px solid ${theme.color.lineStrong}`,
  color: theme.color.ink,
  fontWeight: theme.weight.semibold,
  fontSize: theme.text.sm,
  textDecoration: 'none',
  selectors: { '&[data-waiting="true"]': { visibility: 'hidden' } },
})
