import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

const list = style({
  display: 'flex',
  gap: theme.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const strips = styleVariants({
  center: [list, { flexDirection: 'column', alignItems: 'center', marginBlock: theme.space[2] }],
  start: [list, { flexWrap: 'wrap' }],
})
export const strip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  padding: `${theme.space[2]} ${theme.space[4]}`,
  borderRadius: theme.radius.md,
  background: theme.color.onSignal,
  color: theme.color.onPhoto,
  fontWeight: theme.weight.bold,
  overflowWrap: 'anywhere',
  textAlign: 'start',
})
/** Words of several lines take nothing from it. */
export const icon = style({ flex: 'none' })
// On a dark card the strip's own ground is hardly seen.
globalStyle(`${strips.start} > li`, { border: `1.5px solid ${theme.color.lineStrong}` })
