import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

const width = '9rem'

/** Both forms of the control take the same room, so nothing moves when JavaScript arrives. */
export const box = style({ width, flex: 'none' })

export const stepper = style({
  width,
  flex: 'none',
  display: 'grid',
  gridTemplateColumns: `${theme.size.touch} 1fr ${theme.size.touch}`,
  alignItems: 'center',
  minHeight: '3rem',
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.pill,
  background: theme.color.sunk,
})

export const button = style({
  display: 'grid',
  placeItems: 'center',
  height: theme.size.touch,
  borderRadius: theme.radius.pill,
  touchAction: 'manipulation',
  color: theme.color.ink,
  selectors: {
    '&[aria-disabled="true"]': { color: theme.color.inkFaint, opacity: 0.5, cursor: 'not-allowed' },
    '&:active:not([aria-disabled="true"])': { background: theme.color.accentSoft },
    '&:focus-visible': { borderRadius: theme.radius.pill },
  },
})

export const number = style({
  textAlign: 'center',
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
