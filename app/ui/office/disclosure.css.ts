import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const disclosure = style({ position: 'relative', minWidth: 0 })
export const panel = style({
  position: 'absolute',
  zIndex: theme.layer.menu,
  top: `calc(100% + ${theme.space[1]})`,
  right: 0,
  width: 'min(24rem, calc(100vw - 2rem))',
  maxHeight: 'min(28rem, 70dvh)',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: theme.space[2],
  background: theme.color.raised,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  boxShadow: theme.shadow.high,
  // Opens above the bottom bar on a phone, in full width, wherever its button is.
  '@media': {
    [media.belowMd]: {
      position: 'fixed',
      inset: `auto ${theme.space[4]} calc(${theme.size.bottomBar} + ${theme.space[3]} + env(safe-area-inset-bottom))`,
      width: 'auto',
    },
  },
})
export const groupName = style({
  padding: `${theme.space[2]} ${theme.space[3]} ${theme.space[1]}`,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.bold,
  color: theme.color.inkFaint,
})
export const list = style({})
export const item = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space[3],
  flex: 1,
  minWidth: 0,
  minHeight: theme.size.touch,
  padding: `${theme.space[2]} ${theme.space[3]}`,
  borderRadius: theme.radius.sm,
  color: theme.color.ink,
  fontSize: theme.text.sm,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: {
    '&:hover, &:focus-visible': { background: theme.color.accentSoft },
    '&[aria-current="true"]': { fontWeight: theme.weight.bold },
  },
})
