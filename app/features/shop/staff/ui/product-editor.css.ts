import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** The forms of a product below one another; fields stand side by side by its width. */
export const column = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  minWidth: 0,
  containerType: 'inline-size',
})
export const title = style({ fontSize: theme.text.xl })
export const pair = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container': { '(min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
/** An option: its name and its values. */
export const option = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@container': { '(min-width: 36rem)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' } },
})
/** A variant: what it is called above its fields. */
export const variant = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  alignItems: 'start',
  paddingBlock: theme.space[4],
  borderTop: `1px solid ${theme.color.line}`,
  '@container': {
    // Wide enough for each label to stay on one line, so that the fields stand at one height.
    '(min-width: 36rem)': {
      gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 4fr) minmax(0, 3fr) minmax(0, 5fr)',
    },
  },
})
export const variantName = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space[2],
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
export const faint = style({
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  color: theme.color.inkMuted,
})
export const pictures = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  listStyle: 'none',
  padding: 0,
  '@container': { '(min-width: 36rem)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const picture = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[3],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
})
export const pictureFrame = style({ overflow: 'hidden', borderRadius: theme.radius.sm, aspectRatio: '1' })
export const chosen = style({ display: 'block', width: '100%', height: '100%', objectFit: 'cover' })
export const preview = style({ width: '12rem', maxWidth: '100%' })
export const checklist = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  listStyle: 'none',
  padding: 0,
})
export const check = style({ display: 'flex', alignItems: 'center', gap: theme.space[2] })
/** Save stays in reach however long the form is, on a desk. */
export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[3],
  '@media': { [media.md]: { justifyContent: 'flex-end' } },
})
/** A field that another person saved meanwhile, with theirs and yours below it. */
export const others = style({ display: 'grid', gap: theme.space[3], maxHeight: '24rem', overflowY: 'auto' })
export const otherLabel = style({ fontWeight: 600 })
export const other = style({ overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
