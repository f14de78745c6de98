import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Order on a phone: clock, order, form. From `lg` up the order is beside the form. */
export const columns = style({
  display: 'grid',
  gap: theme.space[5],
  alignItems: 'start',
  marginTop: theme.space[5],
  gridTemplateAreas: '"bar" "aside" "main"',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [media.lg]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(20rem, 26rem)',
      gridTemplateAreas: '"main bar" "main aside"',
      gridTemplateRows: 'auto 1fr',
      columnGap: theme.space[7],
    },
  },
})

export const bar = style({
  gridArea: 'bar',
  position: 'sticky',
  top: `calc(${theme.size.header} + env(safe-area-inset-top))`,
  zIndex: theme.layer.sticky,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[2],
  marginInline: `calc(-1 * ${theme.space[4]})`,
  padding: `${theme.space[2]} ${theme.space[4]}`,
  background: theme.color.ground,
  borderBottom: `1px solid ${theme.color.line}`,
  '@media': {
    [media.md]: { marginInline: 0, paddingInline: 0 },
  },
})
export const barSum = style({ fontVariantNumeric: 'tabular-nums' })
export const barCount = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })

export const aside = style({ gridArea: 'aside' })
export const main = style({ gridArea: 'main', maxWidth: '36rem', width: '100%' })

export const ended = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  maxWidth: theme.size.form,
  marginInline: 'auto',
})
export const endedTitle = style({ fontSize: theme.text['2xl'] })
