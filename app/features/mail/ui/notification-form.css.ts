import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const table = style({ width: '100%', borderCollapse: 'collapse' })
export const head = style({
  paddingBlock: theme.space[2],
  textAlign: 'left',
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  color: theme.color.inkMuted,
})
export const channelHead = style([head, { width: '5.5rem', textAlign: 'center' }])
export const row = style({ borderTop: `1px solid ${theme.color.line}` })
export const type = style({
  paddingBlock: theme.space[3],
  paddingRight: theme.space[4],
  textAlign: 'left',
  fontWeight: theme.weight.semibold,
})
export const hint = style({
  display: 'block',
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  color: theme.color.inkMuted,
})
export const channel = style({ width: '5.5rem', textAlign: 'center', verticalAlign: 'middle' })
/** The whole of a cell can be touched, not just the box in it. */
export const touch = style({
  display: 'grid',
  placeItems: 'center',
  minHeight: theme.size.touch,
  cursor: 'pointer',
})
export const locked = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
