import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** Holds the camera, whose video fills it. */
export const lens = style({
  position: 'relative',
  overflow: 'hidden',
  borderRadius: theme.radius.lg,
  border: `1px solid ${theme.color.line}`,
  background: theme.color.surface,
})
/** Takes the focus of a button that an answer removes; it is no control. */
export const results = style({ ':focus': { outline: 'none' } })
export const find = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: theme.space[3],
})
/** One line that opens to the form which names the station. */
export const station = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  minHeight: '2.75rem',
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const stationText = style({ fontWeight: theme.weight.semibold, overflowWrap: 'anywhere' })
export const rename = style({
  flex: 'none',
  color: theme.color.accentInk,
  textDecoration: 'underline',
})
export const item = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: '3.5rem',
  padding: `${theme.space[2]} 0`,
  borderBottom: `1px solid ${theme.color.line}`,
})
export const name = style({
  fontSize: theme.text.lg,
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
export const list = style({ listStyle: 'none', margin: 0, padding: 0 })
export const columns = style({
  display: 'grid',
  gap: theme.space[5],
  '@media': {
    '(min-width: 60rem)': { gridTemplateColumns: 'minmax(0, 24rem) minmax(0, 1fr)', alignItems: 'start' },
  },
})
/** Leads to one station; its words may take several lines. */
export const choice = style({
  display: 'block',
  padding: theme.space[4],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
  color: theme.color.ink,
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
/** When, where and by whom, one above the other. */
export const hands = style({ display: 'grid', gap: theme.space[2], margin: 0, overflowWrap: 'anywhere' })
