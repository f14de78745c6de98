import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'

export const section = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const title = style({ fontSize: theme.text.xl })
