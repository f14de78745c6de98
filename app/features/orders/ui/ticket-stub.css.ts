import { keyframes, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

const notch = '0.625rem'
/** Cuts a quarter circle out of two neighbouring corners. */
const cut = (edge: '0' | '100%') =>
  ['0', '100%']
    .map(
      (side) =>
        `radial-gradient(circle at ${side} ${edge}, transparent ${notch}, ${theme.color.ink} calc(${notch} + 0.5px)) ${side} 0 / 51% 100% no-repeat`,
    )
    .join(', ')

const print = keyframes({
  from: { clipPath: 'inset(0 -2rem 100% -2rem)', translate: '0 1.5rem' },
  to: { clipPath: 'inset(0 -2rem -2rem -2rem)', translate: '0 0' },
})
const tear = keyframes({ from: { transform: 'none' } })
const fresh = '[data-fresh="true"] &'

export const ticket = style({
  width: '100%',
  maxWidth: '17rem',
  filter: `drop-shadow(${theme.shadow.low})`,
  selectors: { [fresh]: { animation: `${print} 700ms ${theme.motion.easeOut} both` } },
  '@media': {
    [media.lg]: { maxWidth: '25rem' },
    [media.reducedMotion]: { selectors: { [fresh]: { animation: 'none' } } },
  },
})
export const poster = style({
  mask: cut('100%'),
  borderRadius: `${theme.radius.lg} ${theme.radius.lg} 0 0`,
  overflow: 'clip',
})
/** Hangs torn off: its left corner lower than the right one. */
export const stub = style({
  display: 'flex',
  gap: theme.space[3],
  justifyContent: 'space-between',
  padding: theme.space[4],
  background: theme.color.raised,
  mask: cut('0'),
  borderTop: `2px dashed ${theme.color.line}`,
  borderRadius: `0 0 ${theme.radius.lg} ${theme.radius.lg}`,
  transformOrigin: '100% 0',
  transform: 'translateY(0.375rem) rotate(-1.6deg)',
  selectors: { [fresh]: { animation: `${tear} 400ms ${theme.motion.spring} 800ms backwards` } },
  '@media': { [media.reducedMotion]: { selectors: { [fresh]: { animation: 'none' } } } },
})
export const facts = style({
  minWidth: 0,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  color: theme.color.inkMuted,
})
export const title = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text.lg,
  lineHeight: theme.leading.tight,
  letterSpacing: '-0.015em',
  color: theme.color.ink,
  marginBottom: theme.space[1],
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
})
export const admits = style({
  flex: 'none',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  paddingLeft: theme.space[4],
  borderLeft: `1px solid ${theme.color.line}`,
})
export const admitsWord = style({ fontSize: theme.text.xs, color: theme.color.inkMuted })
export const number = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text['3xl'],
  lineHeight: theme.leading.none,
  color: theme.color.accentInk,
})
