import { style } from '@vanilla-extract/css'
import { band as column } from '#ui/layout.css.ts'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const form = style({ display: 'grid', gap: theme.space[3] })
export const row = style({
  display: 'grid',
  gap: theme.space[3],
  alignItems: 'end',
  '@media': { [media.sm]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const field = style({ display: 'grid', gap: theme.space[1] })
export const label = style({ fontWeight: theme.weight.bold })
export const input = style({
  width: '100%',
  minHeight: '3.375rem',
  paddingInline: theme.space[4],
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  background: theme.color.field,
  color: theme.color.ink,
  selectors: { '&[aria-invalid]': { borderColor: theme.color.danger } },
})
export const consent = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: theme.size.touch,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  cursor: 'pointer',
})
export const box = style({ width: '1.5rem', height: '1.5rem', margin: 0 })
export const fault = style({
  color: theme.color.danger,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
})
export const small = style({ fontSize: theme.text.xs, color: theme.color.inkMuted })

export const band = style({
  marginTop: theme.space[6],
  background: theme.color.accentSoft,
  borderTop: `1px solid ${theme.color.line}`,
})
export const inner = style([
  column,
  {
    display: 'grid',
    gap: theme.space[5],
    paddingBlock: theme.space[7],
    '@media': {
      [media.lg]: {
        gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 6fr)',
        gap: theme.space[7],
        alignItems: 'center',
        paddingBlock: theme.space[8],
      },
    },
  },
])
export const title = style({
  fontSize: theme.text['3xl'],
  lineHeight: theme.leading.none,
  letterSpacing: '-0.03em',
  color: theme.color.accentInk,
})
export const lead = style({
  marginTop: theme.space[3],
  fontSize: theme.text.lg,
  lineHeight: theme.leading.snug,
})
