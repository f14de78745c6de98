import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const fold = style({ gridColumn: '1 / -1', fontSize: theme.text.sm })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: theme.radius.md,
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { textDecoration: 'underline' },
  },
})
