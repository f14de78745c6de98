import { keyframes, style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-6px)' } })

export const panel = style({
  zIndex: theme.layer.menu,
  minWidth: '14rem',
  maxWidth: 'calc(100vw - 2rem)',
  padding: theme.space[2],
  background: theme.color.raised,
  color: theme.color.ink,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  boxShadow: theme.shadow.high,
  animation: `${appear} ${theme.motion.fast} ${theme.motion.easeOut}`,
  selectors: { '&:focus-visible': { outline: 'none' } },
})
/** Places the popover of the time before JavaScript under the header's right end, where the shell's menus are. */
export const hanging = style({
  position: 'fixed',
  inset: `calc(${theme.size.header} + 4px) ${theme.space[4]} auto auto`,
  margin: 0,
  '@supports': { 'not selector(:popover-open)': { display: 'none' } },
})

export const header = style({
  padding: `${theme.space[2]} ${theme.space[3]} ${theme.space[3]}`,
  marginBottom: theme.space[2],
  borderBottom: `1px solid ${theme.color.line}`,
})
export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  width: '100%',
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.sm,
  color: theme.color.ink,
  fontSize: '1rem',
  fontWeight: theme.weight.medium,
  textDecoration: 'none',
  cursor: 'pointer',
  outline: 'none',
  selectors: {
    '&[data-highlighted], &:focus-visible': { background: theme.color.accentSoft },
    '&[data-highlighted]:focus-visible': { outline: 'none' },
  },
  '@media': { [media.hover]: { selectors: { '&:hover': { background: theme.color.accentSoft } } } },
})
export const itemIcon = style({ color: theme.color.inkMuted, flex: 'none' })
export const check = style({ marginLeft: 'auto', color: theme.color.accentInk, flex: 'none' })
export const separator = style({
  height: '1px',
  background: theme.color.line,
  marginBlock: theme.space[2],
  border: 0,
})

/** Wraps a control with a tooltip, without a box of its own. */
export const tooltipPlace = style({ display: 'contents' })
export const tooltip = style({
  zIndex: theme.layer.menu,
  padding: `${theme.space[1]} ${theme.space[3]}`,
  background: theme.color.ink,
  color: theme.color.ground,
  borderRadius: theme.radius.sm,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.semibold,
  maxWidth: '16rem',
})
