import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'fit-content(38%) minmax(0, 1fr)',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  margin: 0,
})
export const term = style({ color: theme.color.inkMuted })
export const value = style({ margin: 0, overflowWrap: 'anywhere' })
export const title = style({
  marginBottom: theme.space[3],
  fontSize: theme.text.lg,
  fontWeight: theme.weight.semibold,
})
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
