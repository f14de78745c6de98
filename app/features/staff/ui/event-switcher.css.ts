import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const name = style({
  maxWidth: '14rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  marginInlineEnd: 'auto',
  '@media': { [media.md]: { maxWidth: '12rem' }, [media.xl]: { maxWidth: '18rem' } },
})
/** The pages of the chosen event: two a row on a phone. */
export const shortcuts = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: theme.space[2],
  width: '100%',
  '@media': { [media.md]: { display: 'flex', flexWrap: 'wrap', width: 'auto' } },
})
export const when = style({
  flex: 'none',
  color: theme.color.inkMuted,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.normal,
})
