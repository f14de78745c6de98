import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const two = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
export const faint = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  overflowWrap: 'anywhere',
})
/** Keeps most addresses on one line where the other columns leave room. */
export const email = style([faint, { '@media': { [media.xl]: { minWidth: '15rem' } } }])
export const placed = style({ '@media': { [media.xl]: { whiteSpace: 'nowrap' } } })
export const states = style({ display: 'inline-flex', flexWrap: 'wrap', gap: theme.space[2] })
