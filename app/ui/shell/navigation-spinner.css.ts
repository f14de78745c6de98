import { keyframes, style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'

const sweep = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(350%)' } })

export const box = style({
  position: 'fixed',
  left: '50%',
  bottom: `calc(${theme.size.bottomBar} + ${theme.space[5]} + env(safe-area-inset-bottom))`,
  translate: '-50% 0',
  zIndex: theme.layer.toast,
  padding: `${theme.space[2]} ${theme.space[4]}`,
  background: theme.color.raised,
  color: theme.color.ink,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.pill,
  boxShadow: theme.shadow.mid,
  fontSize: theme.text.sm,
  pointerEvents: 'none',
})

/** Draws the loading line under the header. */
export const line = style({
  position: 'fixed',
  inset: '0 0 auto 0',
  height: '3px',
  zIndex: theme.layer.toast,
  overflow: 'hidden',
  selectors: {
    '&::before': {
      content: '""',
      display: 'block',
      width: '30%',
      height: '100%',
      background: theme.color.accent,
      animation: `${sweep} 1.1s ease-in-out infinite`,
    },
  },
})
