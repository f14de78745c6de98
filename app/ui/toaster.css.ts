import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

const enter = keyframes({ from: { opacity: 0, transform: 'translateY(-0.75rem)' } })
const leave = keyframes({ to: { opacity: 0 } })
const swipeOut = keyframes({
  from: { transform: 'translateX(var(--radix-toast-swipe-end-x))' },
  to: { transform: 'translateX(110%)' },
})

// Places toasts under the header: the bottom of a phone holds the navigation.
export const viewport = style({
  position: 'fixed',
  top: `calc(${theme.size.header} + ${theme.space[3]} + env(safe-area-inset-top))`,
  right: theme.space[4],
  left: theme.space[4],
  zIndex: theme.layer.toast,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  outline: 'none',
  '@media': { [media.md]: { left: 'auto', width: '23rem' } },
})

export const toast = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: theme.space[3],
  padding: theme.space[4],
  background: theme.color.raised,
  color: theme.color.ink,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  boxShadow: theme.shadow.high,
  touchAction: 'pan-y',
  selectors: {
    '&[data-state="open"]': { animation: `${enter} ${theme.motion.base} ${theme.motion.easeOut}` },
    '&[data-state="closed"]': { animation: `${leave} ${theme.motion.fast}` },
    '&[data-swipe="move"]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
    '&[data-swipe="cancel"]': { transform: 'none', transition: `transform ${theme.motion.base}` },
    '&[data-swipe="end"]': { animation: `${swipeOut} ${theme.motion.base} ease-out` },
  },
})
const icon = style({ flex: 'none', marginTop: '0.1em' })
export const tone = styleVariants({
  success: [icon, { color: theme.color.success }],
  error: [icon, { color: theme.color.danger }],
})
export const text = style({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  flexDirection: 'column',
  lineHeight: theme.leading.snug,
})
globalStyle(`${text} > span`, { color: theme.color.inkMuted, fontSize: theme.text.sm })
export const close = style({
  display: 'grid',
  placeItems: 'center',
  width: theme.size.touch,
  height: theme.size.touch,
  margin: '-0.625rem -0.625rem -0.625rem 0',
  color: theme.color.inkMuted,
  borderRadius: theme.radius.pill,
  selectors: { '&:hover': { color: theme.color.ink } },
})
