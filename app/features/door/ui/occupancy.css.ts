import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const zones = style({
  display: 'grid',
  gap: theme.space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))',
  listStyle: 'none',
  padding: 0,
  margin: 0,
})
const zoneBase = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[4],
  background: theme.color.surface,
  border: `2px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const zone = styleVariants({
  none: [zoneBase],
  amber: [zoneBase, { borderColor: theme.color.warning }],
  red: [zoneBase, { borderColor: theme.color.danger }],
})
export const name = style({ fontSize: theme.text.lg, fontWeight: theme.weight.bold })
export const figure = style({
  fontSize: theme.text['3xl'],
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.none,
  fontVariantNumeric: 'tabular-nums',
})
export const of = style({
  fontSize: theme.text.md,
  fontWeight: theme.weight.normal,
  color: theme.color.inkMuted,
})
const alarmBase = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  fontWeight: theme.weight.semibold,
})
export const alarm = styleVariants({
  none: [alarmBase, { color: theme.color.inkMuted, fontWeight: theme.weight.normal }],
  amber: [alarmBase, { color: theme.color.warning }],
  red: [alarmBase, { color: theme.color.danger }],
})
export const clicker = style({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: theme.space[3] })
/** As large as a thumb in a glove. */
export const click = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: '100%',
  minHeight: '4.5rem',
  color: theme.color.ink,
  background: theme.color.raised,
  border: `2px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  cursor: 'pointer',
  touchAction: 'manipulation',
})
export const changes = style({ listStyle: 'none', padding: 0, margin: 0 })
export const change = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: theme.space[3],
  padding: `${theme.space[2]} 0`,
  borderBottom: `1px solid ${theme.color.line}`,
})
