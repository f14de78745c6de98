import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import type { TicketState } from '../tickets.rules.ts'

export const stubs = style({ display: 'grid', gap: theme.space[3] })

const base = style({
  display: 'grid',
  gridTemplateColumns: '4rem minmax(0, 1fr)',
  borderRadius: theme.radius.md,
})
/** Cuts teeth of 8 px into the right edge. */
const torn = style({
  borderStartEndRadius: 0,
  borderEndEndRadius: 0,
  mask: 'conic-gradient(from 225deg at right, transparent, black 1deg 89deg, transparent 90deg) 0 0 / 100% 1rem repeat-y',
})
/** Tears the edge off: the teeth come in from beyond it. */
const tear = keyframes({ from: { maskSize: 'calc(100% + 0.5rem) 1rem', transform: 'rotate(-1deg)' } })
/** For a ticket that was just used, the one state that begins while its holder looks on. */
const tearing = style({
  transformOrigin: 'right bottom',
  animation: `${tear} 180ms ${theme.motion.easeOut}`,
})
const tones = {
  neutral: style({ background: theme.color.sunk, color: theme.color.inkMuted }),
  warning: style({ background: theme.color.warningSoft, color: theme.color.warning }),
  info: style({ background: theme.color.infoSoft, color: theme.color.info }),
  danger: style({ background: theme.color.dangerSoft, color: theme.color.danger }),
}

const states: Record<TicketState, [keyof typeof tones, 'torn' | 'whole']> = {
  valid: ['neutral', 'whole'],
  transfer: ['warning', 'whole'],
  listed: ['warning', 'whole'],
  postponed: ['warning', 'whole'],
  used: ['neutral', 'torn'],
  blocked: ['danger', 'whole'],
  refunding: ['info', 'torn'],
  refunded: ['info', 'torn'],
  canceled: ['danger', 'torn'],
  eventCanceled: ['danger', 'torn'],
  ended: ['neutral', 'torn'],
  replaced: ['neutral', 'torn'],
}
export const stub = styleVariants(states, ([tone, shape], state) => [
  base,
  tones[tone],
  ...(shape === 'torn' ? [torn] : []),
  ...(state === 'used' ? [tearing] : []),
])

/** The end of the stub, behind a perforation. */
export const end = style({
  display: 'grid',
  placeItems: 'center',
  borderRight: '2px dashed currentColor',
})
export const text = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  padding: `${theme.space[3]} ${theme.space[5]} ${theme.space[3]} ${theme.space[4]}`,
  fontSize: theme.text.sm,
  minWidth: 0,
})
export const word = style({
  fontFamily: theme.font.display,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.black,
  letterSpacing: '-0.01em',
  lineHeight: theme.leading.tight,
  textTransform: 'uppercase',
})
export const count = style({
  fontFamily: theme.font.body,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  letterSpacing: 0,
  textTransform: 'none',
})
export const list = style({ color: theme.color.ink })
export const line = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: theme.space[3],
})
export const entered = style({ color: theme.color.inkMuted })
