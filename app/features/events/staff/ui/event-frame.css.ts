import { style } from '@vanilla-extract/css'
import { stack } from '#ui/layout.css.ts'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const frame = stack[5]
/** The state and the figures below the title. */
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[1]} ${theme.space[2]}`,
  fontVariantNumeric: 'tabular-nums',
})

/** The form beside the page as it looks on a phone, where there is room for both. */
export const columns = style({
  display: 'grid',
  gap: theme.space[5],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.xl]: { gridTemplateColumns: 'minmax(0, 1fr) 392px' } },
})
export const tab = stack[5]
export const preview = style({
  display: 'none',
  '@media': {
    [media.xl]: {
      display: 'flex',
      flexDirection: 'column',
      gap: theme.space[2],
      position: 'sticky',
      top: `calc(${theme.size.header} + ${theme.space[4]})`,
    },
  },
})
export const previewHead = style({
  display: 'flex',
  justifyContent: 'space-between',
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
/** As wide as a phone inside its border. */
export const phone = style({
  width: '392px',
  height: `min(844px, calc(100vh - ${theme.size.header} - 5rem))`,
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.lg,
  background: theme.color.ground,
  colorScheme: 'normal',
})
/** Leads to the preview where it has no room beside the form. */
export const previewLink = style({ '@media': { [media.xl]: { display: 'none' } } })
