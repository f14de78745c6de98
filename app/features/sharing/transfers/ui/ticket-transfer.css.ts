import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** Has room below its last button while it is open. */
export const room = style({ selectors: { '&[open]': { paddingBottom: theme.space[4] } } })
/** Divides two ways of doing one thing. */
export const other = style({ borderTop: `1px solid ${theme.color.line}`, paddingTop: theme.space[4] })
export const open = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  flexBasis: '100%',
  paddingBlock: theme.space[2],
})
export const note = style({ flexBasis: '100%', color: theme.color.inkMuted })
/** Breaks a long address anywhere, so that all of it can be read and copied. */
export const address = style({ overflowWrap: 'anywhere', userSelect: 'all' })
export const list = style({ display: 'grid', gap: theme.space[2], listStyle: 'none', padding: 0, margin: 0 })
/** Reads as a card of the page, though it stands among its small print. */
export const sent = style({ color: theme.color.ink, fontSize: theme.text.md })
/** The picture of an event above what is offered, as wide as its card. */
export const art = style({ overflow: 'hidden', borderRadius: theme.radius.md })
