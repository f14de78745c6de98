import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

export const chart = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3], minWidth: 0 })
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: `${theme.space[1]} ${theme.space[5]}`,
})
export const about = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
/** Names each series with its value at the point that is read; its height stays when the point changes. */
export const readout = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `${theme.space[1]} ${theme.space[4]}`,
  minHeight: '1.75rem',
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
})
export const point = style({ color: theme.color.inkMuted })
export const entry = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space[2] })
export const entryValue = style({ fontWeight: theme.weight.bold, color: theme.color.ink })
export const swatch = style({ width: '1.5rem', height: '0.75rem', flex: 'none' })

export const frame = style({
  display: 'grid',
  gridTemplateColumns: '3.25rem minmax(0, 1fr)',
  gridTemplateRows: '13rem 1.5rem',
  columnGap: theme.space[2],
  '@media': { [media.lg]: { gridTemplateRows: '15rem 1.5rem' } },
})
export const valueAxis = style({ width: '100%', height: '100%', overflow: 'visible' })
export const pointAxis = style({ gridColumn: 2, width: '100%', height: '100%', overflow: 'visible' })
globalStyle(`${valueAxis} text, ${pointAxis} text`, {
  fill: theme.color.inkMuted,
  fontSize: theme.text.xs,
  fontFamily: theme.font.body,
  fontVariantNumeric: 'tabular-nums',
})
/** Names that a phone has no room for. */
export const wideTick = style({ '@media': { [media.belowMd]: { display: 'none' } } })
export const plot = style({
  position: 'relative',
  cursor: 'crosshair',
  touchAction: 'pan-y',
  borderRadius: theme.radius.sm,
  selectors: {
    '&:has(:focus-visible)': { outline: `2px solid ${theme.color.focus}`, outlineOffset: '4px' },
  },
})
export const drawing = style({ display: 'block', width: '100%', height: '100%', overflow: 'visible' })
export const gridLine = style({ stroke: theme.color.line })
export const zeroLine = style({ stroke: theme.color.lineStrong })

const stroke = style({
  fill: 'none',
  vectorEffect: 'non-scaling-stroke',
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
})
export const line = styleVariants({
  now: [stroke, { stroke: theme.color.accent, strokeWidth: 2.5 }],
  before: [stroke, { stroke: theme.color.inkFaint, strokeWidth: 1.5, strokeDasharray: '5 5' }],
  past: [stroke, { stroke: theme.color.lineStrong, strokeWidth: 1 }],
  forecast: [stroke, { stroke: theme.color.info, strokeWidth: 2, strokeDasharray: '1 6' }],
  against: [stroke, { stroke: theme.color.ink, strokeWidth: 2, strokeDasharray: '6 4' }],
  /** The part of the line that leads to a day that is not over. */
  open: [stroke, { stroke: theme.color.accent, strokeWidth: 2.5, strokeDasharray: '2 6' }],
})
export const area = style({ fill: theme.color.accent, opacity: 0.1 })
export const bar = styleVariants({
  now: { fill: theme.color.accent },
  before: { fill: theme.color.inkFaint, opacity: 0.45 },
  past: { fill: theme.color.lineStrong },
  forecast: { fill: theme.color.info },
  against: { fill: theme.color.ink },
  open: { fill: theme.color.accent, opacity: 0.55 },
})
export const dot = styleVariants({
  now: { fill: theme.color.accent, stroke: theme.color.surface, strokeWidth: 2 },
  before: { fill: theme.color.inkFaint, stroke: theme.color.surface, strokeWidth: 2 },
  past: { fill: theme.color.lineStrong, stroke: theme.color.surface, strokeWidth: 2 },
  forecast: { fill: theme.color.info, stroke: theme.color.surface, strokeWidth: 2 },
  against: { fill: theme.color.ink, stroke: theme.color.surface, strokeWidth: 2 },
})
export const cursor = style({ stroke: theme.color.lineStrong, strokeDasharray: '3 3' })
/** Takes the keyboard and speaks each point; what is seen is the drawing under it. The pointer is read on the plot itself. */
export const reader = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  margin: 0,
  opacity: 0,
  pointerEvents: 'none',
})
export const summary = style({
  minHeight: theme.size.touch,
  alignContent: 'center',
  cursor: 'pointer',
  color: theme.color.accentInk,
  textDecoration: 'underline',
  fontSize: theme.text.sm,
})
export const hint = style({
  display: 'none',
  fontSize: theme.text.sm,
  color: theme.color.inkFaint,
  '@media': { [media.lgMouse]: { display: 'block' } },
})
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${theme.space[4]}`,
})
