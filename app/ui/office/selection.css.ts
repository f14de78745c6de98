import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'

export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  minHeight: theme.size.touch,
})
export const text = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
