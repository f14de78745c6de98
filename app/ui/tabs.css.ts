import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

export const list = style({
  display: 'flex',
  gap: '2px',
  padding: '4px',
  background: theme.color.sunk,
  borderRadius: theme.radius.pill,
  overflowX: 'auto',
  scrollbarWidth: 'none',
})
export const tab = style({
  flex: '1 0 auto',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.pill,
  color: theme.color.inkMuted,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '@media': { [media.md]: { paddingInline: theme.space[4] } },
  selectors: {
    '&:hover': { color: theme.color.ink },
    '&[data-state="active"], &[aria-current="page"]': {
      background: theme.color.raised,
      color: theme.color.ink,
      boxShadow: theme.shadow.low,
    },
    '&:focus-visible': { borderRadius: theme.radius.pill, outlineOffset: '-2px' },
  },
})
export const panel = style({
  marginTop: theme.space[4],
  selectors: { '&:focus-visible': { outlineOffset: '6px' } },
})
