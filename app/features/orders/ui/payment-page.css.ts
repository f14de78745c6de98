import { keyframes, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

const gutter = theme.space[4]

export const column = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[6],
  width: '100%',
  maxWidth: `calc(${theme.size.form} + 2 * ${gutter})`,
  marginInline: 'auto',
  padding: `${theme.space[6]} ${gutter} ${theme.space[7]}`,
  '@media': { [media.md]: { paddingTop: theme.space[7] } },
})
export const head = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const title = style({ fontSize: theme.text['2xl'] })
export const buttons = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  marginTop: theme.space[3],
})
export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  padding: theme.space[4],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  '@media': { [media.md]: { padding: theme.space[5] } },
})
export const code = style({
  fontFamily: theme.font.mono,
  fontWeight: theme.weight.semibold,
  color: theme.color.ink,
  letterSpacing: '0.04em',
})

/** On a phone one after the other; from `lg` up the ticket is beside what one does with it. */
export const paid = style({
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  gap: theme.space[4],
  width: '100%',
  maxWidth: '66rem',
  marginInline: 'auto',
  padding: `${theme.space[4]} ${gutter} ${theme.space[7]}`,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': {
    [media.lg]: {
      gridTemplateColumns: 'minmax(0, 1fr) 25rem',
      gridTemplateRows: 'auto 1fr',
      gridTemplateAreas: '"cheer show" "next show"',
      justifyItems: 'stretch',
      columnGap: theme.space[9],
      rowGap: theme.space[5],
      paddingTop: theme.space[7],
      paddingInline: theme.space[6],
    },
  },
})
export const cheer = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  textAlign: 'center',
  overflowWrap: 'anywhere',
  '@media': { [media.lg]: { gridArea: 'cheer', textAlign: 'left' } },
})
export const show = style({
  width: '100%',
  display: 'flex',
  justifyContent: 'center',
  // Leaves room for the stub, which hangs lower on its left.
  paddingBottom: theme.space[3],
  '@media': { [media.lg]: { gridArea: 'show', display: 'block' } },
})
export const next = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  width: '100%',
  maxWidth: theme.size.form,
  '@media': { [media.lg]: { gridArea: 'next' } },
})
export const actions = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space[3] })
export const wide = style({ gridColumn: '1 / -1' })

export const receipt = style({ borderBlock: `1px solid ${theme.color.line}` })
export const receiptTitle = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: '3.25rem',
  fontWeight: theme.weight.semibold,
})
export const receiptSum = style({ marginLeft: 'auto', fontVariantNumeric: 'tabular-nums' })
export const chevron = style({
  color: theme.color.inkMuted,
  transition: `rotate ${theme.motion.base}`,
  selectors: { [`${receipt}[open] &`]: { rotate: '180deg' } },
})
export const receiptBody = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  paddingBlock: `${theme.space[2]} ${theme.space[4]}`,
})

const { accent, gold, success, skyMid } = theme.color
/** Two inks of the event's picture, where it has one, among two that are seen on every ground. */
export const pictureInks = ['--ink-one', '--ink-two'] as const
const inks = [accent, `var(${pictureInks[0]}, ${success})`, gold, `var(${pictureInks[1]}, ${skyMid})`]
/** Lays out scraps of paper around a point, as shadows of one scrap. */
function scraps(count: number, seed: number): string {
  return Array.from({ length: count }, (_, n) => {
    const turn = (n * 2.39996 + seed) % (2 * Math.PI)
    const reach = 70 + ((n * 53 + seed * 37) % 190)
    const x = Math.round(Math.cos(turn) * reach * 1.1)
    const y = Math.round(Math.sin(turn) * reach * 0.8 - 40)
    return `${x}px ${y}px 0 ${(n % 3) - 2}px ${inks[n % inks.length]}`
  }).join(', ')
}
const fly = (degrees: number, fall: string) =>
  keyframes({
    '0%': { opacity: 0, transform: 'scale(0.05)' },
    '12%': { opacity: 1 },
    '45%': { opacity: 1, transform: 'scale(1)' },
    '100%': { opacity: 0, transform: `translateY(${fall}) rotate(${degrees}deg) scale(1.08)` },
  })
const scrap = {
  position: 'absolute',
  left: '50%',
  top: '16rem',
  width: '0.5rem',
  height: '0.75rem',
  opacity: 0,
} as const

/** Flies over the page once, takes no space and no clicks. */
export const confetti = style({
  position: 'absolute',
  inset: 0,
  zIndex: theme.layer.sticky,
  overflow: 'clip',
  pointerEvents: 'none',
  '@media': { [media.reducedMotion]: { display: 'none' } },
})
export const burst = style({
  ...scrap,
  boxShadow: scraps(24, 1),
  animation: `${fly(14, '9rem')} 1700ms ${theme.motion.easeOut} 250ms`,
  selectors: {
    '&::before, &::after': { ...scrap, content: '""', left: 0, top: 0 },
    '&::before': {
      opacity: 1,
      width: '0.75rem',
      height: '0.375rem',
      boxShadow: scraps(20, 2.3),
      animation: `${fly(-22, '5rem')} 1600ms ${theme.motion.easeOut} 300ms`,
    },
    '&::after': {
      opacity: 1,
      width: '0.375rem',
      height: '0.375rem',
      boxShadow: scraps(20, 4.1),
      animation: `${fly(30, '7rem')} 1500ms ${theme.motion.easeOut} 350ms`,
    },
  },
})
/** The link to the receipt as a file. */
export const paper = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  fontWeight: theme.weight.semibold,
})
