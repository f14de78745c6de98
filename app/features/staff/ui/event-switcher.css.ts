import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const name = style({
  maxWidth: '8rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '@media': { [media.sm]: { maxWidth: '12rem' }, [media.xl]: { maxWidth: '18rem' } },
})
export const when = style({
  flex: 'none',
  color: theme.color.inkMuted,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.normal,
})
