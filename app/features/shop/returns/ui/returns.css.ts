import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
export const facts = style({
  display: 'grid',
  gridTemplateColumns: 'fit-content(40%) minmax(0, 1fr)',
  alignItems: 'baseline',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  margin: 0,
})
export const term = style({ color: theme.color.inkMuted })
export const value = style({ margin: 0, overflowWrap: 'anywhere' })
// Makes a link that is the whole value as large as a finger.
globalStyle(`${value} > a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
})
export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
export const picture = style({ maxWidth: '100%', maxHeight: '32rem', borderRadius: theme.radius.md })
