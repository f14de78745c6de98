import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[1]} ${theme.space[2]}`,
  maxHeight: '9rem',
  overflowY: 'auto',
})
export const label = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.pill,
  color: theme.color.inkMuted,
  textDecoration: 'none',
  selectors: {
    '&:hover': { color: theme.color.ink },
    '&[aria-current=page]': {
      background: theme.color.sunk,
      color: theme.color.ink,
      fontWeight: theme.weight.semibold,
    },
  },
})
