import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const form = style({
  display: 'flex',
  gap: theme.space[3],
  alignItems: 'flex-end',
  maxWidth: theme.size.prose,
})
export const field = style({ flex: 1, minWidth: 0 })
export const questions = style({ borderTop: `1px solid ${theme.color.line}` })
export const question = style({
  borderBottom: `1px solid ${theme.color.line}`,
  scrollMarginTop: `calc(${theme.size.header} + ${theme.space[4]})`,
})
export const questionSummary = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[3],
  minHeight: theme.size.touch,
  paddingBlock: theme.space[3],
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': { content: '"+"', flex: 'none', fontSize: theme.text.xl, color: theme.color.accentInk },
    'details[open] > &::after': { content: '"–"' },
  },
})
export const answer = style({ paddingBottom: theme.space[4], color: theme.color.inkMuted })
export const contact = style({ scrollMarginTop: `calc(${theme.size.header} + ${theme.space[4]})` })
