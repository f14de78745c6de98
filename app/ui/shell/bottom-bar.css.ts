import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

/** Phones on which seven items have just the room of their icons. */
const narrowest = 'screen and (max-width: 339px)'

export const bar = style({
  position: 'sticky',
  bottom: 0,
  zIndex: theme.layer.nav,
  background: theme.color.surface,
  borderTop: `1px solid ${theme.color.line}`,
  paddingBottom: 'env(safe-area-inset-bottom)',
  '@media': { [media.md]: { display: 'none' }, [media.print]: { display: 'none' } },
})
/** Scrolls where the items don't fit: very narrow screens, or enlarged text. */
export const list = style({
  display: 'flex',
  gap: '2px',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  height: theme.size.bottomBar,
  paddingInline: '2px',
  '@media': { [narrowest]: { gap: 0, paddingInline: 0 } },
})
export const iconsOnly = style({})
// Gives cells one width: the fallback font must not move them. The one with a label takes what the label needs.
export const cell = style({
  display: 'flex',
  flex: '1 0 0',
  minWidth: theme.size.touch,
  selectors: {
    [`${list}:not(${iconsOnly}) > &`]: { minWidth: 'max-content' },
    '&:has([aria-current="page"])': { minWidth: 'max-content' },
  },
})
export const item = style({
  position: 'relative',
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.125rem',
  minWidth: theme.size.touch,
  paddingInline: '0.25rem',
  color: theme.color.inkMuted,
  fontSize: '0.6875rem',
  fontWeight: theme.weight.semibold,
  letterSpacing: '-0.01em',
  lineHeight: 1,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  touchAction: 'manipulation',
  selectors: {
    '&[aria-current="page"]': { color: theme.color.accentInk, fontWeight: theme.weight.bold },
    '&:focus-visible': { outlineOffset: '-4px' },
  },
})
/** Stands on a tinted lozenge where it is the current page's. */
export const icon = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: '2.75rem',
  height: '1.75rem',
  borderRadius: theme.radius.pill,
  transition: `background-color ${theme.motion.fast}`,
  selectors: { [`${item}[aria-current="page"] &`]: { background: theme.color.accentSoft } },
})
const unseen = { position: 'absolute', width: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const
/** Keeps the label for screen readers alone while its page isn't shown, and on the narrowest phones, where it has no room. */
export const label = style({
  selectors: { [`${iconsOnly} ${item}:not([aria-current="page"]) &`]: unseen },
  '@media': { [narrowest]: { selectors: { [`${iconsOnly} &`]: unseen } } },
})
/** Places the badge at the icon's corner, ringed by the bar's colour so that it is visible at 8 pixels. */
export const dot = style({
  position: 'absolute',
  top: 0,
  right: '0.375rem',
  boxShadow: `0 0 0 2px ${theme.color.surface}`,
})
