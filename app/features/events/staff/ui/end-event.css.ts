import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const facts = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  margin: 0,
  // Doubles the class: lists with a class have no bullets.
  selectors: { '&&': { paddingInlineStart: theme.space[5], listStyle: 'disc' } },
})
/** The one line that must not be missed. */
export const refund = style({
  fontSize: theme.text.xl,
  fontWeight: theme.weight.bold,
  lineHeight: theme.leading.snug,
  fontVariantNumeric: 'tabular-nums',
})
/** On a phone each button has a row of its own; the amount may take two lines. */
export const buttons = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[3] })
globalStyle(`${buttons}${buttons} > *`, {
  '@media': { [media.belowMd]: { flex: '1 1 100%', paddingBlock: theme.space[2], whiteSpace: 'normal' } },
})
