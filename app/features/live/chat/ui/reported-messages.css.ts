import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({ display: 'grid', gap: theme.space[4], margin: 0, padding: 0, listStyle: 'none' })
export const body = style({ margin: 0, overflowWrap: 'anywhere', fontSize: theme.text.lg })
