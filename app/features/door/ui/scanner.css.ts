import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The chooser, inside the staff pages. */
export const chooser = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  maxWidth: '40rem',
  marginInline: 'auto',
  width: '100%',
})
export const choose = style({
  display: 'grid',
  gap: theme.space[4],
  '@media': { [media.sm]: { gridTemplateColumns: '2fr 1fr', alignItems: 'end' } },
})
const wide = { '@media': { [media.sm]: { gridColumn: '1 / -1' } } }
export const ask = style({
  display: 'flex',
  alignItems: 'start',
  gap: theme.space[3],
  minHeight: theme.size.touch,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  ...wide,
})
export const askHint = style({
  display: 'block',
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
})
export const chooseActions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[3],
  ...wide,
})

/**
 * The whole screen: a bar, the camera, the code field. Dark in both themes where the camera is. Takes the focus between
 * two scans where a field in focus would bring up a keyboard.
 */
export const station = style({
  position: 'relative',
  flex: 1,
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minHeight: '100dvh',
  overflow: 'clip',
  background: theme.color.skyHigh,
  color: theme.color.onPhoto,
  selectors: { '&:focus': { outline: 'none' } },
})
globalStyle(`html:has(${station})`, { scrollbarGutter: 'auto' })

export const top = style({
  position: 'relative',
  zIndex: theme.layer.sticky,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space[3],
  padding: `calc(${theme.space[2]} + env(safe-area-inset-top)) ${theme.space[3]} ${theme.space[3]}`,
  background: theme.color.photoShade,
})
export const head = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: theme.space[3] })
/** Says that scans let people out, where the eye looks for the event. */
export const leaving = style({
  padding: theme.space[2],
  borderRadius: theme.radius.md,
  background: theme.color.signalAgain,
  color: theme.color.onSignal,
  fontWeight: theme.weight.bold,
  textAlign: 'center',
  selectors: { '&:empty': { display: 'none' } },
})
export const exitSwitch = style({ display: 'grid', justifyItems: 'center' })
export const bar = style({ display: 'flex', alignItems: 'center', gap: theme.space[2] })
export const barText = style({ flex: 1, minWidth: 0, lineHeight: theme.leading.snug })
export const event = style({
  fontWeight: theme.weight.bold,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const gate = style({
  fontSize: theme.text.sm,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const barLink = style({
  flex: 'none',
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  paddingInline: theme.space[2],
  color: theme.color.onPhoto,
  fontWeight: theme.weight.semibold,
  borderRadius: theme.radius.pill,
  textDecoration: 'none',
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    '&:focus-visible': { outlineColor: theme.color.onPhoto, outlineOffset: '-2px' },
  },
})
export const change = style([
  barLink,
  { border: `1.5px solid ${theme.color.onPhoto}`, paddingInline: theme.space[4] },
])
/** In place of links that need the network. */
export const cutOff = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  paddingInline: theme.space[2],
  fontWeight: theme.weight.semibold,
})

/** Opens the menu of the bar. */
export const more = style([barLink, { padding: 0, border: 0, background: 'transparent', cursor: 'pointer' }])

export const panel = style({
  position: 'relative',
  zIndex: theme.layer.sticky,
  display: 'grid',
  gap: theme.space[3],
  padding: `${theme.space[4]} ${theme.space[4]} calc(${theme.space[4]} + env(safe-area-inset-bottom))`,
  background: theme.color.surface,
  color: theme.color.ink,
  borderStartStartRadius: theme.radius.xl,
  borderStartEndRadius: theme.radius.xl,
})
export const messages = style({
  display: 'grid',
  gap: theme.space[2],
  width: '100%',
  maxWidth: '40rem',
  marginInline: 'auto',
  selectors: { '&:empty': { display: 'none' } },
})
export const typed = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: theme.space[3],
  width: '100%',
  maxWidth: '40rem',
  marginInline: 'auto',
})
/** Lines the button up with the field, which has its label above it. */
export const send = style({ paddingTop: `calc(${theme.text.sm} * 1.55 + 0.375rem)` })
export const code = style({
  fontFamily: theme.font.mono,
  textTransform: 'uppercase',
  letterSpacing: '0.08em',
  selectors: { '&::placeholder': { letterSpacing: '0.08em' } },
})

/** Leads to the open reports; over the field, as wide as it. */
export const report = style({
  display: 'grid',
  minHeight: theme.size.touch,
  padding: `${theme.space[2]} ${theme.space[3]}`,
  borderRadius: theme.radius.md,
  background: theme.color.warningSoft,
  color: theme.color.warning,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
})
export const reportCount = style({ fontWeight: theme.weight.bold })
/** Groups what a result covers; its children lie in the grid of the station. */
export const contents = style({ display: 'contents' })
/** Says that nobody is let in here. */
export const training = style({
  borderRadius: theme.radius.md,
  background: theme.color.onPhoto,
  color: theme.color.onSignal,
  fontWeight: theme.weight.black,
  letterSpacing: '0.2em',
  textAlign: 'center',
  textTransform: 'uppercase',
})
