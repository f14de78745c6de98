import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const row = style({ display: 'flex', gap: theme.space[4], alignItems: 'center', minWidth: 0 })
export const art = style({ width: '5.5rem', flex: 'none', borderRadius: theme.radius.md, overflow: 'clip' })
export const text = style({ display: 'flex', flexDirection: 'column', minWidth: 0 })
export const title = style({
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text.xl,
  lineHeight: theme.leading.tight,
})
export const link = style({
  position: 'relative',
  color: 'inherit',
  textDecoration: 'none',
  selectors: {
    '&:hover': { textDecoration: 'underline' },
    // As high as a finger, without moving the lines around it.
    '&::after': { content: '""', position: 'absolute', inset: '-0.625rem 0' },
  },
})
export const facts = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
