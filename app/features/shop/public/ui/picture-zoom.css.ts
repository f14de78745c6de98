import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const window = style({
  position: 'fixed',
  inset: 0,
  zIndex: theme.layer.dialog,
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  padding: 0,
  border: 0,
  background: theme.color.ground,
  color: theme.color.ink,
  selectors: {
    '&[open]': { display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)' },
    '&::backdrop': { background: theme.color.scrim },
  },
})
export const bar = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[1],
  padding: theme.space[2],
})
export const title = style({
  flex: 1,
  minWidth: 0,
  paddingInlineStart: theme.space[2],
  fontSize: theme.text.sm,
  fontFamily: theme.font.body,
  fontWeight: theme.weight.semibold,
  letterSpacing: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
/** Scrolls the picture when it is larger than the window. */
export const stage = style({
  display: 'grid',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  padding: theme.space[2],
  selectors: { '&:focus-visible': { outlineOffset: '-4px' } },
})
/** Lays the picture out as a child of the stage. */
export const formats = style({ display: 'contents' })

export const fit = style({
  margin: 'auto',
  maxWidth: '100%',
  maxHeight: '100%',
  minHeight: 0,
  objectFit: 'contain',
  cursor: 'zoom-in',
  borderRadius: theme.radius.md,
})
export const zoomed = style({
  margin: 'auto',
  width: 'max(180vw, 1200px)',
  maxWidth: 'none',
  height: 'auto',
  cursor: 'zoom-out',
})
