import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  minHeight: theme.size.touch,
})
/** Shows the actions. On a phone they lie above the bottom bar while rows are selected, and nowhere else. */
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  minWidth: 0,
  '@media': {
    [media.belowMd]: {
      selectors: {
        '&[data-selected="none"]': { display: 'none' },
        '&[data-selected="some"]': {
          position: 'fixed',
          zIndex: theme.layer.sticky,
          insetInline: 0,
          bottom: `calc(${theme.size.bottomBar} + env(safe-area-inset-bottom))`,
          flexWrap: 'nowrap',
          overflowX: 'auto',
          padding: `${theme.space[2]} ${theme.space[4]}`,
          background: theme.color.raised,
          borderTop: `1px solid ${theme.color.line}`,
          boxShadow: theme.shadow.high,
        },
      },
    },
  },
})
globalStyle(`${actions} > *`, { flex: 'none' })
export const text = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
