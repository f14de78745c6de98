import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

export const empty = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: theme.space[3],
  padding: `${theme.space[7]} ${theme.space[5]}`,
  borderRadius: theme.radius.xl,
  border: `1.5px dashed ${theme.color.line}`,
  background: theme.color.surface,
})
export const mark = style({ color: theme.color.accentInk, marginBottom: theme.space[1] })
export const title = style({
  fontFamily: theme.font.display,
  fontSize: theme.text.xl,
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.tight,
})
export const text = style({ color: theme.color.inkMuted, maxWidth: '34rem' })
export const action = style({
  marginTop: theme.space[3],
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.space[3],
})
