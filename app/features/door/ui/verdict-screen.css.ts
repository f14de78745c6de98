import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

const base = style({
  position: 'fixed',
  inset: 0,
  zIndex: theme.layer.dialog,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space[6],
  padding: `${theme.space[6]} ${theme.space[5]} calc(${theme.space[6]} + env(safe-area-inset-bottom))`,
  color: theme.color.onSignal,
  textAlign: 'center',
  overflowY: 'auto',
})

export const screen = styleVariants({
  admit: [base, { background: theme.color.signalGo }],
  again: [base, { background: theme.color.signalAgain }],
  check: [base, { background: theme.color.signalCheck }],
  stop: [base, { background: theme.color.signalStop }],
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
export const sentence = style({ textWrap: 'balance' })

/** Makes the whole screen the button, because staff at a door look at faces, not at the phone. */
export const next = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '3.375rem',
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
