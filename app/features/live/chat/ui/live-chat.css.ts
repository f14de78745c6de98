import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** The place of the chat, as high as the chat will be, so that nothing moves when it is there. */
export const place = style({
  height: 'min(70dvh, 40rem)',
  minHeight: '22rem',
  padding: theme.space[4],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
})
