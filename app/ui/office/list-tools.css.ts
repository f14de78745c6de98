import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const tools = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
/** On a phone a list is cards, which have one size. */
export const deskOnly = style({ display: 'none', '@media': { [media.lg]: { display: 'block' } } })
export const view = style({ display: 'flex', alignItems: 'center', gap: theme.space[1] })
export const remove = style({
  display: 'grid',
  placeItems: 'center',
  width: theme.size.touch,
  height: theme.size.touch,
  flex: 'none',
  borderRadius: theme.radius.sm,
  color: theme.color.inkMuted,
  selectors: { '&:hover': { color: theme.color.danger } },
})
export const none = style({
  padding: `${theme.space[2]} ${theme.space[3]}`,
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const save = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space[2],
  marginTop: theme.space[2],
  padding: `${theme.space[3]} ${theme.space[3]} ${theme.space[2]}`,
  borderTop: `1px solid ${theme.color.line}`,
})
