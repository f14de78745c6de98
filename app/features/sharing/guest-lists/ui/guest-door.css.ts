import { style } from '@vanilla-extract/css'
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
/** How many come in: one large button for each number. */
export const heads = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
export const headChoice = style({
  display: 'inline-grid',
  gridAutoFlow: 'column',
  alignItems: 'center',
  gap: theme.space[2],
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  border: `1.5px solid ${theme.color.line}`,
  borderRadius: theme.radius.pill,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': { borderColor: theme.color.accent },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.color.accent}`, outlineOffset: '2px' },
  },
})
export const legend = style({
  float: 'left',
  width: '100%',
  marginBottom: theme.space[2],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  cursor: 'pointer',
})
