import { style } from '@vanilla-extract/css'
import { facts } from '#ui/office/record.css.ts'
import { theme } from '#ui/theme/contract.css.ts'

export const sums = style([facts, { gridTemplateColumns: 'minmax(0, 1fr) auto' }])
export const cents = style({ margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' })
export const total = style([cents, { fontWeight: theme.weight.semibold }])
export const note = style({
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  margin: `${theme.space[1]} 0 0`,
  // Reasons that the database writes begin small.
  selectors: { '&::first-letter': { textTransform: 'uppercase' } },
})
export const large = style({ fontSize: theme.text.xl, fontWeight: theme.weight.semibold, margin: 0 })

export * from '#ui/office/record.css.ts'
export { touchLink } from '#ui/touch-link.css.ts'
