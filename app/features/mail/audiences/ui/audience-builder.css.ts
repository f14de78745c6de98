import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** A group of conditions, with a line at its side that shows how deep it is. */
export const group = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 'none',
})

export const nested = style({
  paddingInlineStart: theme.space[4],
  borderInlineStart: `3px solid ${theme.color.accent}`,
})

export const legend = style({ padding: 0, fontWeight: theme.weight.bold })

/** One condition: its controls in a row that becomes a column on a phone, the button that removes it at the end. */
export const condition = style({
  display: 'grid',
  gap: theme.space[3],
  alignItems: 'end',
  minWidth: 0,
  padding: theme.space[3],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  background: theme.color.surface,
  '@media': {
    [media.md]: { gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr)) auto' },
  },
})

export const list = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})

export const problem = style({ gridColumn: '1 / -1' })

export const samples = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  overflowWrap: 'anywhere',
})
