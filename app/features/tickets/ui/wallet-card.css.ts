import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Width of the picture at the end of a card with codes on a desk. */
const artWidth = '20rem'

export const card = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.xl,
  overflow: 'clip',
})
/** With codes: from edge to edge on a phone; the code beside everything else on a desk. */
export const ready = style({
  '@media': {
    [media.belowMd]: {
      marginInline: `calc(-1 * ${theme.space[4]})`,
      borderInline: 'none',
      borderRadius: 0,
    },
    [media.lg]: {
      position: 'relative',
      gridColumn: '1 / -1',
      display: 'grid',
      gridTemplateColumns: '25rem minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      gridTemplateAreas: '"codes head" "codes rest"',
    },
  },
})

/** Writes TEST all over a card, codes included: faint enough that a scanner reads them, in any screenshot of it. */
export const watermarked = style({
  position: 'relative',
  selectors: {
    '&::after': {
      content: `"${'TEST '.repeat(400).trim()}" / ""`,
      position: 'absolute',
      inset: '-20rem',
      color: theme.color.danger,
      fontSize: theme.text['2xl'],
      fontWeight: theme.weight.bold,
      lineHeight: 2.4,
      letterSpacing: '0.12em',
      wordSpacing: '0.6em',
      opacity: 0.15,
      transform: 'rotate(-24deg)',
      pointerEvents: 'none',
    },
  },
})

export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  padding: `${theme.space[3]} ${theme.space[4]}`,
  '@media': {
    // Keeps the code on the first screen.
    [media.belowMd]: { selectors: { [`${ready} > &`]: { paddingBlock: theme.space[2] } } },
    [media.short]: { selectors: { [`${ready} > &`]: { paddingBlock: theme.space[1] } } },
    [media.lg]: {
      selectors: {
        [`${ready} > &`]: {
          gridArea: 'head',
          padding: `${theme.space[6]} ${theme.space[6]} ${theme.space[4]}`,
          marginRight: artWidth,
        },
      },
    },
  },
})
export const thumb = style({
  position: 'relative',
  flex: 'none',
  width: '3.5rem',
  aspectRatio: '4 / 5',
  borderRadius: theme.radius.sm,
  overflow: 'clip',
  '@media': {
    [media.belowMd]: { selectors: { [`${ready} > ${head} > &`]: { width: '2.75rem', aspectRatio: '1' } } },
    [media.short]: { selectors: { [`${ready} > ${head} > &`]: { display: 'none' } } },
    [media.lg]: {
      selectors: {
        [`${ready} > ${head} > &`]: {
          position: 'absolute',
          inset: '0 0 0 auto',
          width: artWidth,
          aspectRatio: 'auto',
          borderRadius: 0,
        },
      },
    },
  },
})
export const text = style({ display: 'flex', flexDirection: 'column', gap: '0.125rem', minWidth: 0 })
export const title = style({
  fontSize: theme.text.xl,
  lineHeight: theme.leading.tight,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  '@media': {
    [media.belowMd]: { selectors: { [`${ready} &`]: { WebkitLineClamp: 1, fontSize: theme.text.lg } } },
    [media.lg]: { selectors: { [`${ready} &`]: { fontSize: theme.text['2xl'] } } },
  },
})
export const link = style({
  position: 'relative',
  color: 'inherit',
  textDecoration: 'none',
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    // As high as a finger, without moving the lines around it.
    '&::after': { content: '""', position: 'absolute', inset: '-0.625rem 0' },
  },
})
export const muted = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })

export const codes = style({
  minWidth: 0,
  width: '100%',
  maxWidth: '30rem',
  marginInline: 'auto',
  '@media': {
    [media.lg]: { gridArea: 'codes', borderRight: `1px solid ${theme.color.line}` },
  },
})
export const rest = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: `0 ${theme.space[4]} ${theme.space[4]}`,
  '@media': {
    [media.lg]: {
      selectors: {
        [`${ready} > &`]: {
          gridArea: 'rest',
          padding: `0 ${theme.space[6]} ${theme.space[6]}`,
          marginRight: artWidth,
        },
      },
    },
  },
})

export const waiting = style({ background: theme.color.sunk, borderRadius: theme.radius.md })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: '3.75rem',
  padding: `${theme.space[2]} ${theme.space[4]}`,
  cursor: 'pointer',
  listStyle: 'none',
  borderRadius: theme.radius.md,
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})
export const icon = style({ flex: 'none', color: theme.color.inkMuted })
export const summaryText = style({ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 })
export const count = style({ fontWeight: theme.weight.semibold, lineHeight: theme.leading.snug })
export const moment = style({ color: theme.color.ink, fontWeight: theme.weight.semibold })
export const chevron = style({
  flex: 'none',
  color: theme.color.inkMuted,
  transition: `rotate ${theme.motion.fast}`,
  selectors: { 'details[open] > summary > &': { rotate: '180deg' } },
})
export const list = style({
  display: 'grid',
  gap: theme.space[2],
  fontSize: theme.text.sm,
  selectors: { '&&': { padding: `${theme.space[1]} ${theme.space[4]} ${theme.space[3]}` } },
})
export const line = style({ display: 'flex', justifyContent: 'space-between', gap: theme.space[3] })
export const order = style({
  fontFamily: theme.font.mono,
  letterSpacing: '0.04em',
  color: theme.color.inkMuted,
})

export const hints = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${theme.space[5]}` })
export const action = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
})
