import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const card = style({ display: 'flex', flexDirection: 'column', height: '100%' })

export const over = style({ filter: 'saturate(0.35)', opacity: 0.85 })

export const art = style({ position: 'relative' })

export const badges = style({
  position: 'absolute',
  insetBlockStart: theme.space[3],
  insetInline: theme.space[3],
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[1],
})

/** The tear-off date on the corner of the picture. */
export const stamp = style({
  position: 'absolute',
  insetBlockEnd: theme.space[3],
  insetInlineStart: theme.space[3],
  display: 'grid',
  justifyItems: 'center',
  minWidth: '3.5rem',
  padding: `${theme.space[2]} ${theme.space[2]}`,
  borderRadius: theme.radius.md,
  background: theme.color.surface,
  color: theme.color.ink,
  boxShadow: theme.shadow.low,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.semibold,
  lineHeight: theme.leading.tight,
})
export const stampDay = style({
  fontFamily: theme.font.display,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.none,
})
export const stampMonth = style({ color: theme.color.accentInk })

export const body = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  flex: 1,
  padding: theme.space[4],
})

export const title = style({
  fontSize: theme.text.xl,
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
})

export const line = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })

export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `${theme.space[1]} ${theme.space[3]}`,
  marginTop: 'auto',
  paddingTop: theme.space[3],
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
export const price = style({
  color: theme.color.ink,
  fontSize: theme.text.md,
  fontWeight: theme.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})
