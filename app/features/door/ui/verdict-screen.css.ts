import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

const base = style({
  position: 'fixed',
  inset: 0,
  zIndex: theme.layer.dialog,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  // Higher than the screen it begins at the top.
  justifyContent: 'safe center',
  gap: theme.space[6],
  padding: `${theme.space[6]} ${theme.space[5]} calc(${theme.space[6]} + env(safe-area-inset-bottom))`,
  color: theme.color.onSignal,
  textAlign: 'center',
  overflowY: 'auto',
})

export const screen = styleVariants({
  admit: [base, { background: theme.color.signalGo }],
  again: [base, { background: theme.color.signalAgain }],
  out: [base, { background: theme.color.signalAgain }],
  check: [base, { background: theme.color.signalCheck }],
  stop: [base, { background: theme.color.signalStop }],
  // Nothing is decided yet: the one screen without a colour.
  ask: [base, { background: theme.color.onPhoto }],
})

export const text = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.space[3],
  maxWidth: '32rem',
})
export const icon = style({ width: 'min(40vw, 11rem)', height: 'auto', aspectRatio: '1' })
export const word = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: 'clamp(4rem, 22vw, 9rem)',
  lineHeight: theme.leading.none,
  textTransform: 'uppercase',
  letterSpacing: '-0.02em',
})
export const why = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  fontSize: theme.text.xl,
  lineHeight: theme.leading.snug,
  fontWeight: theme.weight.semibold,
})
export const name = style({ fontSize: theme.text['2xl'], fontWeight: theme.weight.bold })
/** Why nobody comes in, which is read first. */
export const reason = style({
  fontSize: theme.text['2xl'],
  fontWeight: theme.weight.bold,
  textWrap: 'balance',
  marginBottom: theme.space[2],
})
export const sentence = style({ textWrap: 'balance' })

/** Makes the whole screen the button, because staff at a door look at faces, not at the phone. */
export const next = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '3.75rem',
  flex: 'none',
  padding: `0 ${theme.space[6]}`,
  color: theme.color.onSignal,
  border: '2.5px solid currentColor',
  borderRadius: theme.radius.pill,
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  textDecoration: 'none',
  selectors: {
    '&::after': { content: '""', position: 'fixed', inset: 0 },
    '&:focus-visible': { outlineColor: theme.color.onSignal, borderRadius: theme.radius.pill },
  },
})

/** Fills the width, apart from each other, so that a gloved finger meets one. Lies over the target that is the whole screen. */
export const actions = style({
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  width: '100%',
  maxWidth: '28rem',
})
const press = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: '4rem',
  padding: `${theme.space[2]} ${theme.space[4]}`,
  border: `2.5px solid ${theme.color.onSignal}`,
  borderRadius: theme.radius.lg,
  font: 'inherit',
  fontSize: theme.text.xl,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.snug,
  textDecoration: 'none',
  cursor: 'pointer',
  touchAction: 'manipulation',
  selectors: {
    '&:focus-visible': { outline: `3px solid ${theme.color.onSignal}`, outlineOffset: '3px' },
    '&[aria-disabled="true"]': { cursor: 'progress' },
  },
})
export const action = style([press, { background: theme.color.onSignal, color: theme.color.onPhoto }])
export const choice = style([press, { background: 'transparent', color: theme.color.onSignal }])

export const people = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  width: 'min(100%, 28rem)',
  minWidth: '16rem',
  marginInline: 'auto',
  padding: 0,
  listStyle: 'none',
  textAlign: 'start',
})
export const person = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: '3.75rem',
  padding: `${theme.space[2]} ${theme.space[4]}`,
  border: `2px solid ${theme.color.onSignal}`,
  borderRadius: theme.radius.md,
  fontWeight: theme.weight.bold,
  overflowWrap: 'anywhere',
  selectors: {
    '&:has(input:focus-visible)': { outline: `3px solid ${theme.color.onSignal}`, outlineOffset: '2px' },
  },
})
export const personType = style({
  display: 'block',
  fontSize: theme.text.md,
  fontWeight: theme.weight.semibold,
})
export const tick = style({
  flex: 'none',
  width: '1.75rem',
  height: '1.75rem',
  accentColor: theme.color.onSignal,
})

/** Says on every result that it is none: at the top, above the rest and never over it. */
export const training = style({
  position: 'sticky',
  // Browsers measure from within the padding of what scrolls.
  top: `calc(-1 * ${theme.space[6]})`,
  flex: 'none',
  alignSelf: 'stretch',
  margin: `calc(-1 * ${theme.space[6]}) calc(-1 * ${theme.space[5]}) auto`,
  padding: `calc(${theme.space[2]} + env(safe-area-inset-top)) ${theme.space[4]} ${theme.space[2]}`,
  background: theme.color.onSignal,
  color: theme.color.onPhoto,
  fontSize: theme.text.lg,
  fontWeight: theme.weight.black,
  letterSpacing: '0.2em',
  textTransform: 'uppercase',
})
globalStyle(`${training} ~ :last-child`, { marginBottom: 'auto' })

/** Marks what the phone decided by itself. */
export const offline = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space[2],
  fontSize: theme.text.md,
})
