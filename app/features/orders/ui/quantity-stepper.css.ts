import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const place = style({ justifySelf: 'end' })
/** Answers a number above the most that is on offer. */
export const limit = style({ textAlign: 'right', fontSize: theme.text.sm, color: theme.color.danger })
export const stepper = style({
  width: '8.75rem',
  flex: 'none',
  display: 'grid',
  gridTemplateColumns: `${theme.size.touch} 1fr ${theme.size.touch}`,
  alignItems: 'center',
  minHeight: '3rem',
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.pill,
  background: theme.color.sunk,
  transition: `border-color ${theme.motion.fast}, background-color ${theme.motion.fast}`,
  selectors: {
    '&[data-chosen="true"]': { borderColor: theme.color.accent, background: theme.color.accentSoft },
  },
})

export const button = style({
  display: 'grid',
  placeItems: 'center',
  height: theme.size.touch,
  borderRadius: theme.radius.pill,
  touchAction: 'manipulation',
  fontSize: '1.625rem',
  lineHeight: 1,
  color: theme.color.ink,
  selectors: {
    '&[aria-disabled="true"]': { color: theme.color.inkFaint, opacity: 0.5, cursor: 'not-allowed' },
    '&:active:not([aria-disabled="true"])': { background: theme.color.raised },
    '&:focus-visible': { borderRadius: theme.radius.pill },
  },
  '@media': {
    [media.hover]: {
      selectors: { '&:hover:not([aria-disabled="true"])': { background: theme.color.raised } },
    },
  },
})

export const number = style({
  width: '100%',
  minWidth: 0,
  height: theme.size.touch,
  padding: 0,
  border: 0,
  background: 'none',
  textAlign: 'center',
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
  appearance: 'textfield',
  selectors: {
    '&::-webkit-inner-spin-button, &::-webkit-outer-spin-button': { appearance: 'none', margin: 0 },
  },
})
