import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  selectors: {
    // Takes no part of the page, but stays for who hears how many rows are selected.
    '&[data-selected="none"]': { position: 'absolute' },
    '&[data-selected="some"]': {
      position: 'sticky',
      zIndex: theme.layer.sticky,
      bottom: theme.space[3],
      padding: `${theme.space[2]} ${theme.space[4]}`,
      background: theme.color.raised,
      border: `1px solid ${theme.color.lineStrong}`,
      borderRadius: theme.radius.md,
      boxShadow: theme.shadow.high,
    },
  },
  '@media': {
    [media.belowMd]: {
      selectors: {
        '&[data-selected="some"]': {
          position: 'fixed',
          insetInline: theme.space[2],
          bottom: `calc(${theme.size.bottomBar} + ${theme.space[2]} + env(safe-area-inset-bottom))`,
        },
      },
    },
    [media.print]: { display: 'none' },
  },
})
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  minWidth: 0,
  '@media': { [media.belowMd]: { flexWrap: 'nowrap', overflowX: 'auto' } },
})
globalStyle(`${bar}[data-selected="none"] > ${actions}`, { display: 'none' })
globalStyle(`${actions} > *`, { flex: 'none' })
export const text = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
