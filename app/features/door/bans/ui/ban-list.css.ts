import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** From a ticket that was looked at, the form is what the page was opened for. */
export const firstOnPhone = style({ '@media': { [media.belowLg]: { order: -1 } } })
export const intro = style({ maxWidth: '40rem', color: theme.color.inkMuted })
export const list = style({ listStyle: 'none', margin: 0, padding: 0 })
export const row = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: theme.space[3],
  overflowWrap: 'anywhere',
})
export const name = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
