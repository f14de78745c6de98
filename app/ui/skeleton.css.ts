import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

const breathe = keyframes({ '50%': { opacity: 0.45 } })
const base = style({
  display: 'block',
  background: theme.color.raised,
  borderRadius: theme.radius.sm,
  animation: `${breathe} 1.6s ease-in-out infinite`,
})
export const shape = styleVariants({
  line: [base, { height: '1em', width: '100%' }],
  title: [base, { height: '2.25rem', width: '60%' }],
  block: [base, { height: '8rem', width: '100%', borderRadius: theme.radius.lg }],
  circle: [base, { height: '2.5rem', width: '2.5rem', borderRadius: '50%' }],
})
