import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

export const nav = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  paddingTop: theme.space[5],
})
export const note = style({ fontSize: theme.text.sm, color: theme.color.inkMuted, marginInline: 'auto' })
