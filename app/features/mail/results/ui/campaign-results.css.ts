import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const section = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3], minWidth: 0 })

export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.bold })

export const link = style({ overflowWrap: 'anywhere' })
