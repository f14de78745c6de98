import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({
  display: 'grid',
  padding: theme.space[1],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  background: theme.color.surface,
  boxShadow: theme.shadow.mid,
})
export const option = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.space[2],
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.sm,
  color: theme.color.inkMuted,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  selectors: {
    '&:hover': { background: theme.color.raised },
    '&[aria-selected="true"]': {
      background: theme.color.raised,
      outline: `2px solid ${theme.color.focus}`,
      outlineOffset: '-2px',
    },
  },
})
export const name = style({ color: theme.color.ink, fontWeight: theme.weight.bold })
