import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const field = style({ minWidth: 0 })
export const label = style({
  padding: 0,
  marginBottom: theme.space[2],
  fontWeight: theme.weight.semibold,
})
/** Both values beside one another, one below the other on a phone. */
export const sides = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const side = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  padding: theme.space[3],
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  background: theme.color.ground,
  cursor: 'pointer',
  selectors: { '&:has(input:checked)': { borderColor: theme.color.accentInk, boxShadow: theme.shadow.low } },
})
export const choice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
})
globalStyle(`${choice} input`, { width: '1.25rem', height: '1.25rem', accentColor: theme.color.accent })
export const value = style({
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: '14rem',
  overflowY: 'auto',
})
