import { globalStyle, style } from '@vanilla-extract/css'
import { cluster } from '#ui/layout.css.ts'
import { meta as freshness } from '#ui/office/freshness.css.ts'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space[2]} ${theme.space[4]}`,
})
export const title = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.space[2] })
/** The time of the last reading beside what can be done; on a phone below it, so that the buttons stay in one row. */
export const reading = style([cluster[3]])
globalStyle(`${reading} > ${freshness}`, {
  '@media': { [media.belowMd]: { order: 1, flexBasis: '100%' } },
})
export const meta = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
})

/** Lists what sells out, as a row of short lines. */
export const watch = style({
  display: 'grid',
  gap: theme.space[2],
  padding: 0,
  margin: 0,
  listStyle: 'none',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(auto-fill, minmax(22rem, 1fr))' } },
})
export const watched = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minWidth: 0,
  padding: `${theme.space[3]} ${theme.space[4]}`,
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const watchedName = style({
  flex: 1,
  minWidth: 0,
  fontWeight: theme.weight.semibold,
  overflowWrap: 'anywhere',
})
export const watchedLeft = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text.lg,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
export const note = style({
  display: 'block',
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.normal,
  overflowWrap: 'anywhere',
})

export const tiles = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: theme.space[3],
  '@media': { [media.lg]: { gridTemplateColumns: 'repeat(4, 1fr)', gap: theme.space[4] } },
})

export const name = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
export const nameLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
})
/** A release stands under its type. */
export const release = style([
  name,
  {
    fontWeight: theme.weight.normal,
    fontSize: theme.text.sm,
    paddingLeft: theme.space[4],
    borderLeft: `2px solid ${theme.color.line}`,
  },
])
export const bar = style({
  display: 'block',
  width: '100%',
  maxWidth: '22rem',
  height: '0.5rem',
  borderRadius: theme.radius.pill,
  background: theme.color.sunk,
  boxShadow: `inset 0 0 0 1px ${theme.color.line}`,
})
export const barSold = style({ fill: theme.color.accent })
export const barHeld = style({ fill: theme.color.gold })
export const barKept = style({ fill: theme.color.info })
export const legend = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[1]} ${theme.space[4]}`,
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
})
export const legendItem = style({ display: 'inline-flex', alignItems: 'center', gap: theme.space[2] })
export const swatch = style({ width: '0.75rem', height: '0.75rem', borderRadius: theme.radius.sm })

export const left = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text.lg,
})
export const leftNone = style([left, { color: theme.color.danger }])
export const leftLow = style([left, { color: theme.color.warning }])
/** Stands in a cell that has nothing to say. */
export const nothing = style({})
export const zero = style({ color: theme.color.inkFaint, whiteSpace: 'nowrap' })
// On a phone a card names only what there is.
globalStyle(`td:has(> ${zero}), td:has(> ${nothing})`, { '@media': { [media.belowMd]: { display: 'none' } } })

export const paceCell = style({
  display: 'inline-flex',
  flexDirection: 'column',
  gap: theme.space[1],
  alignItems: 'flex-end',
})
export const pace = style({ width: '7rem', height: '1.75rem', flex: 'none' })
export const paceText = style([note, { whiteSpace: 'nowrap' }])
export const paceBase = style({ fill: theme.color.line })
export const paceBar = style({ fill: theme.color.accent })
export const paceNow = style({ fill: theme.color.gold })

/** Opens in the row, so that it works before JavaScript and is not cut off by the table. */
export const changes = style({ textAlign: 'left', '@media': { [media.belowMd]: { width: '100%' } } })
// The button says what it is: on a phone it takes the card's width in place of a label.
globalStyle(`td:has(> ${changes})::before`, { '@media': { [media.belowMd]: { display: 'none' } } })
export const changesHead = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  listStyle: 'none',
  whiteSpace: 'nowrap',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { background: theme.color.raised },
  },
  '@media': {
    [media.lgMouse]: { minHeight: '2.25rem' },
    [media.belowMd]: { display: 'flex', justifyContent: 'center' },
  },
})
export const chevron = style({
  transition: `transform ${theme.motion.fast} ${theme.motion.easeOut}`,
  selectors: { 'details[open] > summary > &': { transform: 'rotate(180deg)' } },
})
export const changeLinks = style({
  display: 'flex',
  flexDirection: 'column',
  padding: `${theme.space[1]} 0 0`,
  margin: 0,
  listStyle: 'none',
})
export const changeLink = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.sm,
  color: theme.color.ink,
  fontSize: theme.text.sm,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  selectors: { '&:hover, &:focus-visible': { background: theme.color.accentSoft } },
  '@media': { [media.lgMouse]: { minHeight: '2.25rem' } },
})

export const fold = style({
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const foldHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: theme.size.touch,
  padding: `${theme.space[3]} ${theme.space[4]}`,
  fontWeight: theme.weight.bold,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
/** The table by hour is as wide as it has columns; it scrolls by itself on a phone. */
export const scroll = style({ overflowX: 'auto', borderTop: `1px solid ${theme.color.line}` })
export const hours = style({ width: '100%', fontSize: theme.text.sm, fontVariantNumeric: 'tabular-nums' })
export const hourCell = style({
  padding: `${theme.space[2]} ${theme.space[4]}`,
  textAlign: 'right',
  whiteSpace: 'nowrap',
  selectors: {
    '&:first-child': { textAlign: 'left', fontWeight: theme.weight.normal },
    'tr + tr > &': { borderTop: `1px solid ${theme.color.line}` },
    'thead &': { color: theme.color.inkMuted, fontWeight: theme.weight.semibold },
  },
})
