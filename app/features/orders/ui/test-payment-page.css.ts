import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  width: '100%',
  maxWidth: `calc(${theme.size.form} + 2 * ${theme.space[4]})`,
  marginInline: 'auto',
  padding: `${theme.space[4]} ${theme.space[4]} ${theme.space[6]}`,
  '@media': { [media.md]: { paddingTop: theme.space[6] } },
})
export const head = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.space[1],
  textAlign: 'center',
})
export const amount = style({ fontVariantNumeric: 'tabular-nums', marginTop: theme.space[2] })
export const form = style({ display: 'flex', flexDirection: 'column', gap: theme.space[5] })
export const card = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[4],
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  boxShadow: theme.shadow.mid,
  '@media': { [media.md]: { padding: theme.space[5] } },
})
export const cardTitle = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  fontWeight: theme.weight.bold,
})
export const pair = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space[3] })
export const input = style({
  fontVariantNumeric: 'tabular-nums',
  letterSpacing: '0.02em',
})
export const outcomes = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  padding: theme.space[4],
  borderRadius: theme.radius.lg,
  border: `1.5px dashed ${theme.color.lineStrong}`,
})
export const outcomesTitle = style({
  fontFamily: theme.font.body,
  fontSize: theme.text.md,
  letterSpacing: 0,
})
