import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const column = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  maxWidth: '40rem',
  marginInline: 'auto',
  width: '100%',
})
/** Takes the focus between two scans where a field in focus would bring up a keyboard. */
export const station = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  selectors: { '&:focus': { outline: 'none' } },
})
export const typed = style({
  display: 'grid',
  gap: theme.space[3],
  '@media': { [media.sm]: { gridTemplateColumns: '1fr auto', alignItems: 'center' } },
})
export const code = style({
  fontFamily: theme.font.mono,
  textTransform: 'uppercase',
  letterSpacing: '0.08em',
  selectors: { '&::placeholder': { letterSpacing: '0.08em' } },
})
export const choose = style({
  display: 'grid',
  gap: theme.space[4],
  '@media': { [media.sm]: { gridTemplateColumns: '2fr 1fr auto', alignItems: 'end' } },
})
