import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** Fields stand side by side by the width of the form, as elsewhere in the editor. */
const wide = '(min-width: 47rem)'

export const act = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gridTemplateAreas: '"picture fields" "tools tools"',
  padding: theme.space[3],
  borderRadius: theme.radius.md,
  background: theme.color.ground,
  border: `1px solid ${theme.color.line}`,
  '@container': { [wide]: { gridTemplateAreas: '"picture fields" "picture tools"' } },
})
export const picture = style({
  gridArea: 'picture',
  width: '4.5rem',
  overflow: 'hidden',
  borderRadius: theme.radius.md,
  alignSelf: 'start',
})
export const fields = style({
  gridArea: 'fields',
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'end',
  '@container': { [wide]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 13.5rem' } },
})
export const tools = style({
  gridArea: 'tools',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
export const order = style({ display: 'flex', marginInlineStart: 'auto' })
