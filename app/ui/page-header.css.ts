import { style } from '@vanilla-extract/css'
import { stackBase } from './layout.css.ts'
import { theme } from './theme/contract.css.ts'

export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: `${theme.space[4]} ${theme.space[5]}`,
  marginBottom: theme.space[6],
  // A stack spaces its children itself.
  selectors: { [`${stackBase} > &`]: { marginBottom: 0 } },
})
export const heading = style({ display: 'flex', flexDirection: 'column', gap: theme.space[2], minWidth: 0 })
export const text = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.md,
  maxWidth: theme.size.prose,
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[3] })
