import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

export const field = style({ display: 'flex', flexDirection: 'column', gap: '0.375rem', minWidth: 0 })
export const label = style({ fontSize: theme.text.sm, fontWeight: theme.weight.semibold })
export const optional = style({ fontWeight: theme.weight.normal, color: theme.color.inkFaint })
export const hint = style({ fontSize: theme.text.sm, color: theme.color.inkFaint })
export const error = style({
  display: 'flex',
  gap: '0.4em',
  fontSize: theme.text.sm,
  fontWeight: theme.weight.medium,
  color: theme.color.danger,
})
export const errorIcon = style({ flex: 'none', marginTop: '0.2em' })

export const control = style({
  width: '100%',
  minHeight: '3rem',
  padding: '0.6875rem 0.875rem',
  background: theme.color.field,
  color: theme.color.ink,
  // 16 px at least: with smaller text a phone zooms into the field.
  fontSize: theme.text.md,
  lineHeight: theme.leading.snug,
  border: `1.5px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.md,
  transition: `border-color ${theme.motion.fast}`,
  selectors: {
    '&:focus-visible': { outlineOffset: '1px', borderColor: theme.color.ink, borderRadius: theme.radius.md },
    '&[aria-invalid="true"]': { borderColor: theme.color.danger },
    '&:disabled': { opacity: 0.6, borderStyle: 'dashed' },
    '&:read-only:not(select)': { borderStyle: 'dashed' },
  },
})

export const textarea = style([control, { minHeight: '7rem', resize: 'vertical', fieldSizing: 'content' }])

export const selectBox = style({ position: 'relative' })
// A long choice takes several lines where the browser can break it, and ends in an ellipsis elsewhere.
export const select = style([
  control,
  { appearance: 'none', paddingRight: '2.75rem', whiteSpace: 'normal', textOverflow: 'ellipsis' },
])
export const selectIcon = style({
  position: 'absolute',
  right: '0.875rem',
  top: '50%',
  translate: '0 -50%',
  pointerEvents: 'none',
  color: theme.color.inkMuted,
})

export const passwordBox = style({ position: 'relative' })
export const password = style([control, { paddingRight: '3.25rem' }])
export const reveal = style({
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

export const choice = style({
  display: 'flex',
  gap: theme.space[3],
  alignItems: 'flex-start',
  minHeight: theme.size.touch,
  paddingBlock: '0.5rem',
  cursor: 'pointer',
})
export const choiceText = style({
  fontSize: theme.text.md,
  lineHeight: theme.leading.snug,
  paddingTop: '0.1em',
})

const toggle = style({
  appearance: 'none',
  flex: 'none',
  margin: 0,
  border: `1.5px solid ${theme.color.lineStrong}`,
  background: theme.color.field,
  cursor: 'pointer',
  transition: `background-color ${theme.motion.fast}, border-color ${theme.motion.fast}`,
  selectors: {
    '&:checked': { background: theme.color.accent, borderColor: theme.color.accent },
    '&[aria-invalid="true"]': { borderColor: theme.color.danger },
    '&:disabled': { opacity: 0.6, cursor: 'not-allowed' },
  },
})

export const checkbox = style([
  toggle,
  {
    width: '1.5rem',
    height: '1.5rem',
    borderRadius: '0.4rem',
    display: 'grid',
    placeItems: 'center',
    selectors: {
      '&::before': {
        content: '""',
        width: '0.85rem',
        height: '0.85rem',
        background: theme.color.onAccent,
        clipPath: 'polygon(14% 44%, 0 62%, 42% 100%, 100% 18%, 82% 4%, 40% 68%)',
        scale: '0',
        transition: `scale ${theme.motion.fast} ${theme.motion.spring}`,
      },
      '&:checked::before': { scale: '1' },
      '&:focus-visible': { borderRadius: '0.4rem' },
    },
  },
])

export const switchControl = style([
  toggle,
  {
    width: '2.75rem',
    height: '1.625rem',
    borderRadius: theme.radius.pill,
    position: 'relative',
    selectors: {
      '&::before': {
        content: '""',
        position: 'absolute',
        top: '2px',
        left: '2px',
        width: '1.125rem',
        height: '1.125rem',
        borderRadius: '50%',
        background: theme.color.lineStrong,
        transition: `translate ${theme.motion.fast} ${theme.motion.easeOut}`,
      },
      '&:checked::before': { translate: '1.125rem 0', background: theme.color.onAccent },
      '&:focus-visible': { borderRadius: theme.radius.pill },
    },
  },
])
