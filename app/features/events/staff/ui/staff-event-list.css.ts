import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const name = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})

export const waiting = style({ display: 'block', fontSize: theme.text.sm, color: theme.color.inkMuted })
