import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const errors = style({ color: theme.color.danger, fontSize: theme.text.sm })
