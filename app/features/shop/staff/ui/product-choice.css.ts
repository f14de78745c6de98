import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const choice = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4], minWidth: 0 })
export const search = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
})
