import { keyframes, style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

const pulse = keyframes({
  '0%': { transform: 'scale(1)', opacity: 0.7 },
  '80%, 100%': { transform: 'scale(2.6)', opacity: 0 },
})

export const dot = style({
  position: 'relative',
  display: 'inline-block',
  flex: 'none',
  width: '0.5rem',
  height: '0.5rem',
  borderRadius: '50%',
  background: theme.color.accent,
  selectors: {
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      borderRadius: '50%',
      background: theme.color.accent,
      animation: `${pulse} 1.8s ${theme.motion.easeOut} infinite`,
    },
  },
  '@media': { [media.reducedMotion]: { selectors: { '&::after': { animation: 'none', opacity: 0 } } } },
})
