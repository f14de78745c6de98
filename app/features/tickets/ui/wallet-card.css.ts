import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  minWidth: 0,
  paddingBottom: theme.space[5],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.xl,
  overflow: 'clip',
})
export const head = style({ display: 'flex', flexDirection: 'column' })
export const art = style({
  position: 'relative',
  height: '9rem',
  '@media': { [media.md]: { height: '11rem' } },
})
/** Shows the code first on a phone, below only the name of the event, because it is needed at the door. */
export const artBehindCode = style({ '@media': { [media.belowMd]: { display: 'none' } } })
export const text = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  padding: `${theme.space[4]} ${theme.space[5]} 0`,
})
export const title = style({ fontSize: theme.text['2xl'] })
export const link = style({
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
})
export const muted = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })

/** One ticket fills the card and the edge of the next is visible, which shows that the row can be swiped. */
export const tickets = style({
  display: 'flex',
  gap: theme.space[3],
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  scrollPaddingInline: theme.space[4],
  overscrollBehaviorX: 'contain',
  // Lists with a class have no padding of their own; this one does.
  selectors: { '&&': { padding: `${theme.space[1]} ${theme.space[4]}` } },
  // Shows the tickets in rows for a mouse, which cannot swipe.
  '@media': { [media.lg]: { flexWrap: 'wrap', overflowX: 'visible' } },
})
export const ticket = style({
  flex: '0 0 min(100%, 21rem)',
  scrollSnapAlign: 'start',
  alignSelf: 'flex-start',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  gap: theme.space[3],
  padding: theme.space[3],
  background: theme.color.raised,
  // The tear-off edge of a paper ticket.
  border: `1.5px dashed ${theme.color.lineStrong}`,
  borderRadius: theme.radius.lg,
  selectors: { '&:not(:only-child)': { flexBasis: 'min(calc(100% - 1.5rem), 21rem)' } },
  '@media': {
    [media.lg]: { maxWidth: '21rem', selectors: { '&:not(:only-child)': { flex: '1 1 15rem' } } },
  },
})
export const state = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const placeholder = style({
  display: 'grid',
  placeItems: 'center',
  textAlign: 'center',
  aspectRatio: '1',
  width: '100%',
  maxWidth: '20rem',
  padding: theme.space[5],
  color: theme.color.inkMuted,
  background: theme.color.sunk,
  borderRadius: theme.radius.md,
})
export const typed = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const code = style({
  fontFamily: theme.font.mono,
  fontWeight: theme.weight.semibold,
  letterSpacing: '0.06em',
  whiteSpace: 'nowrap',
})
export const facts = style({
  display: 'grid',
  gap: theme.space[1],
  fontSize: theme.text.sm,
  paddingTop: theme.space[3],
  borderTop: `1px solid ${theme.color.line}`,
})
export const hints = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  paddingInline: theme.space[5],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})

globalStyle(`${facts} > div`, { display: 'flex', justifyContent: 'space-between', gap: theme.space[3] })
globalStyle(`${facts} dt`, { color: theme.color.inkMuted })
globalStyle(`${facts} dd`, { textAlign: 'right', minWidth: 0 })
