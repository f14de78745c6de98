import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

const gutter = theme.space[4]

/** On a phone the order is a line above the form; from `lg` up it is a column beside it. */
export const columns = style({
  flex: 1,
  display: 'grid',
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  width: '100%',
  maxWidth: '38rem',
  marginInline: 'auto',
  paddingInline: gutter,
  '@media': {
    [media.lg]: {
      gridTemplateColumns: 'minmax(0, 1fr) 25rem',
      columnGap: theme.space[8],
      maxWidth: '66rem',
      paddingInline: theme.space[6],
      paddingBlock: `${theme.space[6]} ${theme.space[8]}`,
    },
  },
})
export const main = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  minWidth: 0,
  paddingBlock: `${theme.space[4]} ${theme.space[5]}`,
  '@media': { [media.lg]: { order: -1, paddingBlock: theme.space[4], gap: theme.space[5] } },
})
export const title = style({ fontSize: theme.text['2xl'] })

/** One column, for a page that is one message and what to do about it. */
export const narrow = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  width: '100%',
  maxWidth: `calc(${theme.size.form} + 2 * ${gutter})`,
  marginInline: 'auto',
  paddingInline: gutter,
  paddingBlock: theme.space[6],
  '@media': { [media.md]: { paddingBlock: theme.space[8] } },
})

export const aside = style({ minWidth: 0 })
export const bar = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: theme.space[3],
  marginInline: `calc(-1 * ${gutter})`,
  paddingInline: gutter,
  background: theme.color.surface,
  borderBottom: `1px solid ${theme.color.line}`,
  '@media': {
    [media.md]: {
      marginInline: 0,
      borderRadius: theme.radius.lg,
      border: `1px solid ${theme.color.line}`,
      marginTop: theme.space[4],
    },
    [media.lg]: {
      display: 'block',
      position: 'sticky',
      top: `calc(${theme.size.header} + ${theme.space[5]})`,
      marginTop: theme.space[4],
      paddingInline: 0,
      overflow: 'clip',
    },
  },
})
export const thumb = style({
  width: '3rem',
  borderRadius: theme.radius.sm,
  overflow: 'clip',
  '@media': { [media.lg]: { display: 'none' } },
})
export const toggle = style({
  minWidth: 0,
  gridColumn: '-2 / -1',
  '@media': { [media.lg]: { display: 'none' } },
})
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: '4.25rem',
  paddingBlock: theme.space[2],
})
export const summaryWords = style({ display: 'flex', flexDirection: 'column', minWidth: 0, flex: 1 })
export const summaryTitle = style({
  fontWeight: theme.weight.bold,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  lineHeight: theme.leading.snug,
})
export const summaryFacts = style({
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const summarySum = style({ fontVariantNumeric: 'tabular-nums', flex: 'none' })
export const chevron = style({
  flex: 'none',
  color: theme.color.inkMuted,
  transition: `rotate ${theme.motion.base}`,
  selectors: { [`${toggle}[open] &`]: { rotate: '180deg' } },
})
export const panel = style({
  gridColumn: '1 / -1',
  display: 'none',
  selectors: { [`${toggle}[open] + &`]: { display: 'block' } },
  '@media': { [media.lg]: { display: 'block' } },
})
/** Shown on wide screens alone: on a phone the line above has a picture. */
export const art = style({ display: 'none', '@media': { [media.lg]: { display: 'block' } } })
export const panelBody = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  paddingBlock: `${theme.space[3]} ${theme.space[3]}`,
  '@media': { [media.lg]: { padding: theme.space[5], paddingBottom: theme.space[3] } },
})
export const release = style({
  color: theme.color.inkMuted,
  marginInline: '-1.25rem',
  fontSize: theme.text.sm,
})

export const notice = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[5],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const noticeTitle = style({ fontSize: theme.text.xl })

export const again = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const againRefused = style([again, { flexDirection: 'column-reverse' }])
