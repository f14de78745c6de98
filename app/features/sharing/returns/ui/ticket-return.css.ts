import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const listed = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  flexBasis: '100%',
})
export const note = style({ flexBasis: '100%', color: theme.color.inkMuted })
