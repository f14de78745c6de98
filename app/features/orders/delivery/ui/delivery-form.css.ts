import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const form = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const group = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
/** Hidden while nothing is shipped, where the browser can tell; the server asks for an address only then. */
export const address = style([
  group,
  { selectors: { [`${form}:not(:has(option[value="ship"]:checked)) &`]: { display: 'none' } } },
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
