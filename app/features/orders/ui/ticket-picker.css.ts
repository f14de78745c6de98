import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const form = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })

/** Names the rows of one kind. */
export const heading = style({
  paddingTop: theme.space[4],
  borderTop: `1px solid ${theme.color.line}`,
  fontSize: theme.text.xl,
})

export const list = style({ display: 'flex', flexDirection: 'column' })

/** Name over the whole width; below it the price, and beside the price the stepper. */
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  paddingBlock: theme.space[4],
  borderTop: `1px solid ${theme.color.line}`,
  selectors: { '&:first-child': { borderTop: 0, paddingTop: 0 } },
})

export const text = style({ gridColumn: '1 / -1', minWidth: 0 })

export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  fontFamily: theme.font.body,
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  letterSpacing: 0,
  lineHeight: theme.leading.snug,
})

export const cost = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const price = style({
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
export const fullPrice = style({
  display: 'block',
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  color: theme.color.inkMuted,
})
export const fees = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
/** Some units of a choice that cost the same. */
export const span = style({ display: 'block' })
export const description = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const state = style({
  textAlign: 'right',
  fontWeight: theme.weight.semibold,
  color: theme.color.inkMuted,
})

export const bar = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[4],
  marginInline: `calc(-1 * ${theme.space[5]})`,
  marginBottom: `calc(-1 * ${theme.space[5]})`,
  padding: `${theme.space[3]} ${theme.space[5]} ${theme.space[4]}`,
  background: theme.color.surface,
  borderTop: `1px solid ${theme.color.line}`,
  borderRadius: `0 0 ${theme.radius.lg} ${theme.radius.lg}`,
  '@media': {
    [media.md]: {
      marginInline: 0,
      marginBottom: 0,
      padding: 0,
      paddingTop: theme.space[4],
      borderRadius: 0,
    },
  },
})

/** Once something is chosen, a phone shows the sum over the tab bar, whatever of the page is on the screen. */
const tabBar = `(${theme.size.bottomBar} + env(safe-area-inset-bottom))`
const barHeight = '6rem'
export const barInReach = style({
  '@media': {
    [media.belowMd]: {
      position: 'fixed',
      insetInline: 0,
      bottom: `calc${tabBar}`,
      zIndex: theme.layer.sticky,
      margin: 0,
      paddingInline: `max(${theme.space[4]}, env(safe-area-inset-left))`,
      paddingBottom: theme.space[3],
      borderRadius: 0,
      boxShadow: theme.shadow.mid,
    },
    [media.low]: { position: 'static', boxShadow: 'none' },
  },
})
/** Keeps focused elements and the end of the page clear of the bar when scrolling. */
globalStyle(`html:has(${barInReach})`, {
  '@media': {
    [media.belowMd]: { scrollPaddingBottom: `calc(${tabBar} + ${barHeight} + ${theme.space[4]})` },
  },
})
globalStyle(`html:has(${barInReach}) body > footer`, {
  '@media': { [media.belowMd]: { paddingBottom: barHeight } },
})

export const sum = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
const rollIn = keyframes({ from: { opacity: 0, transform: 'translateY(0.5em)' } })
export const sumAmount = style({
  animation: `${rollIn} ${theme.motion.fast} ${theme.motion.easeOut}`,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.tight,
  fontVariantNumeric: 'tabular-nums',
})
/** Says that more are chosen than there may be. */
export const over = style({ fontSize: theme.text.sm, color: theme.color.danger })
export const sumNote = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
