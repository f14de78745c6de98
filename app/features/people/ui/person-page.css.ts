import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const who = style({ display: 'flex', alignItems: 'center', gap: theme.space[4], minWidth: 0 })
export const text = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', margin: 0 })

export * from '#ui/office/record.css.ts'
export { touchLink } from '#ui/touch-link.css.ts'
