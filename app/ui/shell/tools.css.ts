import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

/** Styles a round button in the header. */
export const tool = style({
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
