import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

const tabBar = `(${theme.size.bottomBar} + env(safe-area-inset-bottom))`
export const barHeight = '4.5rem'

/** Over the tab bar of a phone; a desk has the tickets in sight. */
export const bar = style({
  display: 'none',
  '@media': {
    [media.belowMd]: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: theme.space[4],
      position: 'fixed',
      insetInline: 0,
      bottom: `calc${tabBar}`,
      zIndex: theme.layer.sticky,
      height: barHeight,
      paddingInline: `max(${theme.space[4]}, env(safe-area-inset-left))`,
      background: theme.color.surface,
      borderTop: `1px solid ${theme.color.line}`,
      boxShadow: theme.shadow.mid,
      transition: `translate ${theme.motion.base} ${theme.motion.easeOut}, visibility ${theme.motion.base}`,
      selectors: {
        '&[data-away="true"]': { translate: '0 110%', visibility: 'hidden' },
        'html:has([data-tickets-chosen="true"]) &': { display: 'none' },
      },
    },
    [media.low]: { position: 'static', boxShadow: 'none' },
    [media.print]: { display: 'none' },
  },
})

/** Keeps focused elements and the end of the page clear of the bar. */
globalStyle(`html:has(${bar})`, {
  '@media': {
    [media.belowMd]: { scrollPaddingBottom: `calc(${tabBar} + ${barHeight} + ${theme.space[4]})` },
  },
})
globalStyle(`html:has(${bar}) body > footer`, {
  '@media': { [media.belowMd]: { paddingBottom: barHeight } },
})

export const words = style({ display: 'grid', minWidth: 0, lineHeight: theme.leading.snug })
export const main = style({
  fontSize: theme.text.lg,
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
export const note = style({ fontSize: theme.text.xs, color: theme.color.inkMuted })
