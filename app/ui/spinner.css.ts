import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

const turn = keyframes({ to: { transform: 'rotate(360deg)' } })

export const spinner = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[3],
  color: theme.color.inkMuted,
})

const ring = style({
  flex: 'none',
  borderRadius: '50%',
  borderStyle: 'solid',
  borderColor: 'currentColor',
  borderRightColor: 'transparent',
  animation: `${turn} 720ms linear infinite`,
})

export const rings = styleVariants({
  sm: [ring, { width: '1.05em', height: '1.05em', borderWidth: '2px' }],
  md: [ring, { width: '1.75rem', height: '1.75rem', borderWidth: '3px' }],
  lg: [ring, { width: '2.75rem', height: '2.75rem', borderWidth: '4px' }],
})
