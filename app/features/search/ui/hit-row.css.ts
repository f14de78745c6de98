import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minWidth: 0,
  width: '100%',
})
export const art = style({
  position: 'relative',
  flex: 'none',
  width: '3.25rem',
  height: '3.25rem',
  borderRadius: theme.radius.sm,
  overflow: 'clip',
})
export const person = style({ display: 'grid', placeItems: 'center', flex: 'none', width: '3.25rem' })
export const text = style({ display: 'flex', flexDirection: 'column', minWidth: 0, flex: 1 })
export const title = style({
  color: theme.color.ink,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.snug,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
/** The text of a post. */
export const quote = style({
  color: theme.color.ink,
  lineHeight: theme.leading.snug,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
})
export const facts = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
})
export const note = style({ flex: 'none' })
