import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const frame = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  minWidth: 0,
  paddingBottom: theme.space[3],
})
/** One ticket fills the width; the strip stops at each. */
export const strip = style({
  display: 'flex',
  alignItems: 'flex-start',
  overflowX: 'auto',
  scrollSnapType: 'x mandatory',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'none',
  scrollBehavior: 'smooth',
  selectors: { '&:focus-visible': { outlineOffset: '-4px' } },
  '@media': { [media.reducedMotion]: { scrollBehavior: 'auto' } },
})
export const slide = style({
  flex: '0 0 100%',
  minWidth: 0,
  scrollSnapAlign: 'start',
  scrollSnapStop: 'always',
})

/** White from edge to edge in every theme: a scanner needs the contrast, and the screen gives more light. */
export const paper = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  paddingBottom: theme.space[2],
  background: 'white',
  color: 'black',
})
export const code = style({
  fontFamily: theme.font.mono,
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  letterSpacing: '0.08em',
  lineHeight: theme.leading.snug,
  whiteSpace: 'nowrap',
  marginTop: theme.space[1],
})
export const pager = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space[4],
})
export const place = style({
  minWidth: '7rem',
  textAlign: 'center',
  fontWeight: theme.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
})
export const placeName = style({ color: theme.color.inkMuted, fontWeight: theme.weight.normal })
export const hint = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space[2],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})

export const scans = style({ paddingInline: theme.space[4] })
export const details = style({ paddingInline: theme.space[4] })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: theme.radius.md,
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const summaryText = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: theme.weight.semibold,
})
export const who = style({ fontWeight: theme.weight.normal, color: theme.color.inkMuted })
export const chevron = style({
  flex: 'none',
  color: theme.color.inkMuted,
  transition: `rotate ${theme.motion.fast}`,
  selectors: { 'details[open] > summary > &': { rotate: '180deg' } },
})
export const facts = style({
  display: 'grid',
  gap: theme.space[1],
  paddingBlock: theme.space[2],
  fontSize: theme.text.sm,
})
export const mono = style({ fontFamily: theme.font.mono, letterSpacing: '0.04em' })

globalStyle(`${facts} > div`, { display: 'flex', justifyContent: 'space-between', gap: theme.space[3] })
globalStyle(`${facts} dt`, { color: theme.color.inkMuted })
globalStyle(`${facts} dd`, { textAlign: 'right', minWidth: 0, overflowWrap: 'anywhere' })
