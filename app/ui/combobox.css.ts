import { style } from '@vanilla-extract/css'
import { control } from './field.css.ts'
import { theme } from './theme/contract.css.ts'

export const box = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })

/** Keeps the field in sight while the results scroll under it. */
export const head = style({
  position: 'sticky',
  top: 0,
  zIndex: theme.layer.sticky,
  paddingBlock: theme.space[1],
  background: theme.color.surface,
})
export const frame = style({ position: 'relative' })
export const input = style([control, { paddingInline: '2.75rem 3rem' }])
export const icon = style({
  position: 'absolute',
  left: '0.875rem',
  top: '50%',
  translate: '0 -50%',
  color: theme.color.inkMuted,
  pointerEvents: 'none',
})
export const clear = style({
  position: 'absolute',
  right: '2px',
  top: '2px',
  bottom: '2px',
  width: theme.size.touch,
  display: 'grid',
  placeItems: 'center',
  color: theme.color.inkMuted,
  borderRadius: theme.radius.sm,
})

export const list = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const label = style({
  paddingBottom: theme.space[1],
  fontSize: theme.text.sm,
  fontWeight: theme.weight.bold,
  color: theme.color.accentInk,
})
export const option = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  marginInline: `calc(-1 * ${theme.space[2]})`,
  padding: theme.space[2],
  borderRadius: theme.radius.md,
  color: 'inherit',
  textDecoration: 'none',
  cursor: 'pointer',
  // Leaves room for the field that stays on top.
  scrollMarginBlock: '6rem 1rem',
  selectors: {
    '&[aria-selected="true"]': {
      background: theme.color.accentSoft,
      outline: `2px solid ${theme.color.focus}`,
      outlineOffset: '-2px',
    },
    '&:hover': { background: theme.color.accentSoft },
  },
})
