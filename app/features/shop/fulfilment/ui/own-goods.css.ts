import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const title = style({ fontSize: theme.text.lg, fontWeight: theme.weight.semibold })
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: theme.space[2],
})
export const faint = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
/** The steps of one thing, one below the other along a line. */
export const steps = style({ listStyle: 'none', margin: 0, padding: 0 })
export const step = style({
  position: 'relative',
  padding: `0 0 ${theme.space[3]} ${theme.space[5]}`,
  borderInlineStart: `2px solid ${theme.color.line}`,
  marginInlineStart: theme.space[2],
  selectors: {
    '&::before': {
      content: '',
      position: 'absolute',
      insetInlineStart: '-0.4rem',
      top: '0.35rem',
      width: '0.7rem',
      height: '0.7rem',
      borderRadius: theme.radius.pill,
      background: theme.color.inkMuted,
    },
    '&:last-child': { borderColor: 'transparent', paddingBottom: 0 },
    '&:last-child::before': { background: theme.color.accent },
  },
})
export const code = style({ maxWidth: '16rem' })
export const pickup = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[5],
})
export const item = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: '2.75rem',
})
export const address = style({ margin: 0, fontStyle: 'normal', overflowWrap: 'anywhere' })
export const list = style({ listStyle: 'none', margin: 0, padding: 0 })
export const big = style({
  fontSize: theme.text.xl,
  fontWeight: theme.weight.semibold,
  letterSpacing: '0.06em',
})
/** Holds further choices, folded until they are asked for. */
export const more = style({
  marginTop: theme.space[4],
  paddingTop: theme.space[2],
  borderTop: `1px solid ${theme.color.line}`,
})
export const question = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  fontWeight: theme.weight.semibold,
})
/** A link on a line of its own, large enough for a finger. */
export const paper = style({ display: 'inline-flex', alignItems: 'center', minHeight: theme.size.touch })
