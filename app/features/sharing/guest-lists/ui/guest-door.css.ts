import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const column = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space[4],
  maxWidth: '40rem',
  marginInline: 'auto',
  width: '100%',
})
export const find = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space[3],
})
globalStyle(`${find} :is(input, button)`, { minHeight: '3.5rem' })
export const list = style({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: theme.space[3] })
/** Takes the focus of a button that an answer removes; it is no control. */
export const results = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space[3],
  ':focus': { outline: 'none' },
})
export const head = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const name = style({
  fontSize: theme.text.lg,
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
export const faint = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  overflowWrap: 'anywhere',
})
export const arrived = style({
  flex: 'none',
  fontWeight: theme.weight.semibold,
  fontVariantNumeric: 'tabular-nums',
})
/** How many come in: targets of 60 px, for gloved fingers. */
export const stepper = style({
  display: 'grid',
  gridTemplateColumns: '3.75rem minmax(3.75rem, 6rem) 3.75rem',
  gap: theme.space[2],
})
export const step = style({
  display: 'grid',
  placeItems: 'center',
  height: '3.75rem',
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.lg,
  background: theme.color.raised,
  color: theme.color.ink,
  cursor: 'pointer',
  touchAction: 'manipulation',
  selectors: { '&[aria-disabled="true"]': { color: theme.color.inkFaint, cursor: 'not-allowed' } },
})
export const headCount = style({
  gridColumn: 2,
  gridRow: 1,
  height: '3.75rem',
  width: '100%',
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.lg,
  background: theme.color.sunk,
  color: theme.color.ink,
  textAlign: 'center',
  fontSize: theme.text['2xl'],
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
  appearance: 'textfield',
  selectors: {
    '&::-webkit-inner-spin-button, &::-webkit-outer-spin-button': { appearance: 'none', margin: 0 },
  },
})
/** A press at a door: the width of the card, 60 px high. */
export const press = style({ width: '100%', minHeight: '3.75rem', fontSize: theme.text.lg })
export const legend = style({
  display: 'block',
  marginBottom: theme.space[2],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: '3.5rem',
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  cursor: 'pointer',
})
