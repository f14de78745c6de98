import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'start',
  gap: theme.space[3],
  maxWidth: theme.size.prose,
})
/** Beside the field, under its label, whether or not a message follows. */
export const send = style({
  marginTop: `calc(${theme.text.sm} * ${theme.leading.normal} + 0.375rem)`,
  selectors: { '&&': { minHeight: '3rem' } },
})
export const hits = style({
  display: 'grid',
  gap: `${theme.space[1]} ${theme.space[5]}`,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(22rem, 100%), 1fr))',
})
export const hit = style({
  display: 'flex',
  marginInline: `calc(-1 * ${theme.space[2]})`,
  padding: theme.space[2],
  borderRadius: theme.radius.md,
  color: 'inherit',
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: theme.color.raised },
    '&:focus-visible': { borderRadius: theme.radius.md },
  },
})
