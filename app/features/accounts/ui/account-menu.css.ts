import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'

export const trigger = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  padding: '2px',
  borderRadius: theme.radius.pill,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  selectors: { '&:focus-visible': { borderRadius: theme.radius.pill } },
  '@media': {
    [media.hover]: { selectors: { '&:hover': { background: theme.color.raised } } },
    [media.lg]: { paddingRight: theme.space[3] },
  },
})
/** Hides the name visually on a phone, whose header has no room for it: screen readers still read it, and the menu shows it. */
export const triggerName = style([
  visuallyHidden,
  {
    '@media': {
      [media.lg]: {
        position: 'static',
        width: 'auto',
        height: 'auto',
        maxWidth: '11rem',
        margin: 0,
        clipPath: 'none',
        textOverflow: 'ellipsis',
      },
    },
  },
])
export const name = style({ fontWeight: theme.weight.bold, lineHeight: theme.leading.snug })
export const handle = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
