import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

/** Styles a round button in the header. */
export const tool = style({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: theme.size.touch,
  height: theme.size.touch,
  borderRadius: theme.radius.pill,
  color: theme.color.ink,
  transition: `background-color ${theme.motion.fast}`,
  selectors: {
    '&:focus-visible, &[data-state="open"]': { borderRadius: theme.radius.pill },
    '&[data-state="open"]': { background: theme.color.raised },
  },
  '@media': { [media.hover]: { selectors: { '&:hover': { background: theme.color.raised } } } },
})

/** A number on the shoulder of the icon. Without a class of its own, which every page would download. */
globalStyle(`${tool} > b`, {
  position: 'absolute',
  top: '0.125rem',
  left: '1.375rem',
  minWidth: '1.125rem',
  paddingInline: '0.25rem',
  borderRadius: theme.radius.pill,
  background: theme.color.accent,
  color: theme.color.onAccent,
  fontSize: theme.text.xs,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '1.125rem',
  textAlign: 'center',
})
