import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** A link: its name and its button in one row, its address below or, where there is room, between them. */
export const link = style({
  display: 'grid',
  gap: theme.space[3],
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  selectors: { '& + &': { paddingTop: theme.space[3], borderTop: `1px solid ${theme.color.line}` } },
  '@media': {
    [media.md]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr) auto',
      selectors: { '& + &': { paddingTop: 0, borderTop: 'none' } },
    },
  },
})
export const address = style({
  gridArea: '2 / 1 / 3 / 3',
  '@media': { [media.md]: { gridArea: 'auto' } },
})

export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[2]} ${theme.space[6]}`,
})

/** Save stays in reach however long the form is. */
export const bar = style({
  position: 'sticky',
  bottom: `calc(${theme.size.bottomBar} + env(safe-area-inset-bottom))`,
  zIndex: theme.layer.sticky,
  display: 'flex',
  justifyContent: 'flex-end',
  padding: theme.space[3],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  boxShadow: theme.shadow.mid,
  '@media': { [media.md]: { bottom: theme.space[4] } },
})

// Scrolls a focused field out from under the bar.
globalStyle(`html:has(${bar})`, {
  scrollPaddingBottom: `calc(${theme.size.bottomBar} + 6.5rem + env(safe-area-inset-bottom))`,
})
