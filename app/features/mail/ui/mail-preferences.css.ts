import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({ margin: 0, padding: 0, listStyle: 'none' })

export const choice = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: theme.space[3],
  minHeight: '44px',
  padding: `${theme.space[2]} 0`,
  cursor: 'pointer',
})

export const words = style({ display: 'grid', gap: theme.space[1] })

export const name = style({ fontWeight: theme.weight.semibold })
