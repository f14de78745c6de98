import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const devices = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, 22rem), 1fr))`,
  alignItems: 'start',
})
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[2],
})
export const name = style({
  fontSize: theme.text.lg,
  lineHeight: theme.leading.tight,
  overflowWrap: 'anywhere',
})
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: theme.space[4],
  rowGap: theme.space[1],
})
export const term = style({ color: theme.color.inkMuted })
export const warned = style({ color: theme.color.danger, fontWeight: theme.weight.semibold })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
})
export const code = style({ width: 'min(100%, 16rem)' })
export const invite = style({ maxWidth: theme.size.form })
export const fact = style({ display: 'contents' })
