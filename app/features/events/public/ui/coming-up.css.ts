import { style } from '@vanilla-extract/css'
import { scroller } from '#ui/layout.css.ts'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const cities = style([scroller])

export const city = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[4],
  borderRadius: theme.radius.pill,
  border: `1px solid ${theme.color.lineStrong}`,
  color: theme.color.ink,
  fontWeight: theme.weight.semibold,
  fontSize: theme.text.sm,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  selectors: {
    '&[aria-current]': {
      background: theme.color.ink,
      borderColor: theme.color.ink,
      color: theme.color.ground,
    },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover:not([aria-current])': { background: theme.color.raised } } },
  },
})
