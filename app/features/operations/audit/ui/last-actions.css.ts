import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const box = style({ display: 'grid', gap: theme.space[3] })
export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' })
export const entry = style({
  display: 'grid',
  gap: `${theme.space[1]} ${theme.space[4]}`,
  alignItems: 'baseline',
  paddingBlock: theme.space[3],
  borderBlockEnd: `1px solid ${theme.color.line}`,
  selectors: { '&:last-child': { borderBlockEnd: 'none' } },
  '@media': { [media.md]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const what = style({ overflowWrap: 'anywhere' })
export const faint = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
})
export const more = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  width: 'fit-content',
})
