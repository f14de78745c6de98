import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const form = style({ display: 'flex', flexDirection: 'column', gap: theme.space[5], minWidth: 0 })

export const section = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const sectionTitle = style({ fontSize: theme.text.xl })
export const hint = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })

/** Fields beside one another where there is room. */
export const pair = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const triple = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})

/** One of several: a room, an act, a price. The last column holds its button. */
export const rows = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const row = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'end',
  padding: theme.space[3],
  borderRadius: theme.radius.md,
  background: theme.color.ground,
  border: `1px solid ${theme.color.line}`,
})
export const roomRow = style([
  row,
  { '@media': { [media.md]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) auto' } } },
])
export const actRow = style([
  row,
  {
    '@media': {
      [media.md]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1.5fr) minmax(0, 1.5fr) auto' },
    },
  },
])
export const priceRow = style([
  row,
  {
    '@media': {
      [media.md]: {
        gridTemplateColumns: 'minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.6fr) auto',
      },
    },
  },
])
export const rowNote = style({ gridColumn: '1 / -1', fontSize: theme.text.sm, color: theme.color.inkMuted })

export const type = style({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  padding: theme.space[4],
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.lg,
})
/** The name of a ticket type. Floats, because only then the browser keeps a legend below its field set's border. */
export const typeName = style({
  float: 'left',
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  padding: 0,
  paddingInlineEnd: '7rem',
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
/** Beside the name, in the space that it leaves free. */
export const typeRemove = style({
  position: 'absolute',
  insetBlockStart: theme.space[4],
  insetInlineEnd: theme.space[4],
})

export const choices = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[2]} ${theme.space[4]}`,
})
export const choice = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
})
export const legend = style({
  padding: 0,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  marginBottom: theme.space[1],
})

/** Save stays in reach however long the form is. */
export const bar = style({
  position: 'sticky',
  bottom: `calc(${theme.size.bottomBar} + env(safe-area-inset-bottom))`,
  zIndex: theme.layer.sticky,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: theme.space[3],
  padding: theme.space[3],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  boxShadow: theme.shadow.mid,
  '@media': { [media.md]: { bottom: theme.space[4] } },
})

export const columns = style({
  display: 'grid',
  gap: theme.space[5],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) 20rem' } },
})
/** Places the event's state first on a phone, and beside the form on wider screens. */
export const aside = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  '@media': {
    [media.lg]: {
      order: 2,
      position: 'sticky',
      top: `calc(${theme.size.header} + ${theme.space[5]})`,
    },
  },
})
