import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'
import { touchLink } from '#ui/touch-link.css.ts'

/** Stacks the parts on a phone in the order of urgency; on a desk what waits stands beside them. */
export const page = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space[6],
  alignItems: 'start',
  '@media': {
    [media.lg]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(17rem, 21rem)',
      gridTemplateRows: 'auto 1fr',
    },
  },
})
export const section = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3], minWidth: 0 })
export const tonight = style([section, { gap: theme.space[4] }])
export const aside = style({
  display: 'grid',
  gap: theme.space[6],
  minWidth: 0,
  '@media': { [media.lg]: { gridColumn: 2, gridRow: '1 / 3' } },
})
export const rest = style({ display: 'grid', gap: theme.space[6], minWidth: 0 })
export const sectionTitle = style({ fontSize: theme.text.xl })
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })

export const event = style({ display: 'grid', gap: theme.space[5] })
export const eventHead = style({ display: 'grid', gap: theme.space[1] })
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
export const eventTitle = style({ fontSize: theme.text.xl, overflowWrap: 'anywhere' })
const plainLink = { color: 'inherit', textDecoration: 'none' }
globalStyle(`${eventTitle} a`, plainLink)
globalStyle(`${eventTitle} a:hover`, { textDecoration: 'underline' })

export const alerts = style({
  display: 'grid',
  gap: theme.space[2],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
const alertBase = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: '2.5rem',
  padding: `${theme.space[2]} ${theme.space[3]}`,
  borderRadius: theme.radius.md,
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
export const alert = styleVariants({
  danger: [alertBase, { background: theme.color.dangerSoft, color: theme.color.danger }],
  warning: [alertBase, { background: theme.color.warningSoft, color: theme.color.warning }],
  info: [alertBase, { background: theme.color.infoSoft, color: theme.color.info }],
})
globalStyle(`${alertBase} svg`, { flexShrink: 0 })

export const figures = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: `${theme.space[4]} ${theme.space[5]}`,
  alignItems: 'end',
  '@media': { [media.md]: { gridTemplateColumns: 'auto minmax(9rem, 1fr) auto', gap: theme.space[6] } },
})
const list = style({ display: 'grid', alignContent: 'start', gap: theme.space[1], margin: 0, minWidth: 0 })
globalStyle(`${list} > dd`, { margin: 0 })
export const pair = list
export const inside = list
export const figureName = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
/** As high as a finger, but its text stands in line with the names beside it. */
export const linkedName = style([touchLink, { marginBlock: `calc((1lh - ${theme.size.touch}) / 2)` }])
const number = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: theme.leading.tight,
  whiteSpace: 'nowrap',
})
export const figureValue = style([number, { fontSize: theme.text.xl }])
export const insideValue = style([number, { fontSize: theme.text.hero, lineHeight: theme.leading.none }])
export const arrivals = style({
  display: 'grid',
  gap: theme.space[2],
  minWidth: 0,
})
export const chart = style({ display: 'block', width: '100%', height: '2.75rem' })
export const chartBase = style({ fill: theme.color.line })
export const chartBar = style({ fill: theme.color.accent })
export const chartNow = style({ fill: theme.color.accent, opacity: 0.45 })
export const bars = style({
  display: 'grid',
  gap: theme.space[3],
  '@media': { [media.md]: { gridTemplateColumns: '1fr 1fr', gap: theme.space[5] } },
})
export const links = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })

export const quiet = style({
  display: 'grid',
  '@media': { [media.md]: { gridTemplateColumns: 'minmax(12rem, 2fr) 3fr' } },
})
export const quietArt = style({
  position: 'relative',
  minHeight: '10rem',
  overflow: 'hidden',
  borderRadius: `${theme.radius.lg} ${theme.radius.lg} 0 0`,
  '@media': {
    [media.md]: { minHeight: '15rem', borderRadius: `${theme.radius.lg} 0 0 ${theme.radius.lg}` },
  },
})
export const quietText = style({
  display: 'grid',
  alignContent: 'center',
  gap: theme.space[3],
  padding: theme.space[5],
  minWidth: 0,
})

export const queues = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.space[3],
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '@media': {
    [media.md]: { gridTemplateColumns: 'repeat(auto-fill, minmax(9.5rem, 1fr))' },
    [media.lg]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})
export const queue = style({
  display: 'grid',
  gap: theme.space[1],
  alignContent: 'start',
  height: '100%',
  padding: theme.space[4],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderInlineStart: `4px solid ${theme.color.accent}`,
  borderRadius: theme.radius.lg,
  color: theme.color.ink,
  textDecoration: 'none',
  selectors: { '&:hover': { background: theme.color.raised } },
})
export const queueCount = style([number, { fontSize: theme.text['2xl'] }])
export const queueName = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
export const empty = style([faint, { lineHeight: 1.9 }])
export const clear = style({
  padding: theme.space[4],
  borderRadius: theme.radius.lg,
  background: theme.color.successSoft,
  color: theme.color.success,
  fontWeight: theme.weight.semibold,
})

export const money = style({ display: 'grid', gap: theme.space[5] })
export const moneyValue = style([number, { fontSize: theme.text['3xl'] }])
export const smallValue = style([number, { fontSize: theme.text.lg }])
export const moneyRow = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.space[4],
  paddingBlockStart: theme.space[4],
  borderBlockStart: `1px solid ${theme.color.line}`,
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})
export const trend = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[1]} ${theme.space[3]}`,
})
const direction = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  fontWeight: theme.weight.semibold,
})
export const up = style([direction, { color: theme.color.success }])
export const down = style([direction, { color: theme.color.warning }])

export const glance = style({ display: 'flex', flexWrap: 'wrap', gap: `${theme.space[1]} ${theme.space[5]}` })
globalStyle(`${glance} a`, { display: 'inline-flex', alignItems: 'center', minHeight: theme.size.touch })

export const sale = style({ display: 'grid', gap: theme.space[3], minWidth: 0 })
export const saleTitle = style({ fontSize: theme.text.lg, overflowWrap: 'anywhere' })
globalStyle(`${saleTitle} a`, plainLink)
globalStyle(`${saleTitle} a:hover`, { textDecoration: 'underline' })
export const steps = style({ margin: 0, padding: 0, listStyle: 'none' })
export const step = style({
  display: 'flex',
  // As high as a link, so that all rows are.
  minHeight: theme.size.touch,
  alignItems: 'center',
  gap: theme.space[2],
  color: theme.color.warning,
})
export const stepDone = style([step, { color: theme.color.inkMuted }])
globalStyle(`${step} svg`, { flexShrink: 0 })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  cursor: 'pointer',
  fontSize: theme.text.sm,
})
