import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const form = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const group = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
/** The ways to get goods, each a card with its price. */
export const ways = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  border: 0,
  padding: 0,
  margin: 0,
  minWidth: 0,
})
export const wayChoice = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: theme.space[3],
  padding: theme.space[3],
  minHeight: theme.size.touch,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': {
      borderColor: theme.color.accent,
      boxShadow: `inset 0 0 0 1px ${theme.color.accent}`,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.color.focus}`, outlineOffset: '2px' },
  },
})
globalStyle(`${wayChoice} > input`, { marginBlockStart: '0.4em' })
export const wayWords = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  overflowWrap: 'anywhere',
})
/** Hidden while nothing is shipped, where the browser can tell; the server asks for an address only then. */
export const address = style([
  group,
  { selectors: { [`${form}:not(:has(:is(input, option)[value="ship"]:checked)) &`]: { display: 'none' } } },
])
export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 9rem',
  gap: theme.space[3],
})
export const panel = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  padding: theme.space[4],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const title = style({ fontSize: theme.text.lg })
export const chosen = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const way = style({ display: 'flex', flexDirection: 'column' })
export const strong = style({ fontWeight: theme.weight.bold })
export const note = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const change = style({
  cursor: 'pointer',
  minHeight: theme.size.touch,
  display: 'inline-flex',
  alignItems: 'center',
  fontWeight: theme.weight.semibold,
  textDecoration: 'underline',
  selectors: { '&::marker': { content: '""' }, '&::-webkit-details-marker': { display: 'none' } },
})
