import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** The place between the bar and the code field; the video lies behind all of the station. */
export const stage = style({
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: theme.space[4],
  minHeight: '13rem',
  minWidth: 0,
  padding: theme.space[4],
})
export const video = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
})
/** Shows where the code belongs; everything around it is darker. */
export const frame = style({
  position: 'relative',
  width: 'min(70vmin, 22rem)',
  aspectRatio: '1',
  border: `4px solid ${theme.color.onPhoto}`,
  borderRadius: theme.radius.lg,
  boxShadow: `0 0 0 100vmax ${theme.color.scrim}`,
})
export const tools = style({ position: 'relative', display: 'flex', gap: theme.space[3] })
/** Text over the video and its background has one colour in both themes. */
export const tool = style({
  color: theme.color.onPhoto,
  background: theme.color.photoShade,
  borderColor: theme.color.onPhoto,
  selectors: { '&:hover': { background: theme.color.photoShade } },
})
export const start = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.space[4],
  maxWidth: '24rem',
  textAlign: 'center',
})
export const trouble = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: theme.space[2],
})
export const troubleTitle = style({ fontWeight: theme.weight.bold, fontSize: theme.text.lg })
export const other = style({ fontSize: theme.text.sm })
/** A label that looks like a button; the control that it names covers it. */
export const photo = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.space[2],
  minHeight: '3.5rem',
  paddingInline: theme.space[5],
  border: `1.5px solid ${theme.color.onPhoto}`,
  borderRadius: theme.radius.pill,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
  selectors: { '&:focus-within': { outline: `3px solid ${theme.color.onPhoto}`, outlineOffset: '2px' } },
})
export const photoInput = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  opacity: 0,
  cursor: 'pointer',
  fontSize: 0,
  selectors: { '&::file-selector-button': { cursor: 'pointer' } },
})
export const photoState = style({
  fontWeight: theme.weight.semibold,
  selectors: { '&:empty': { display: 'none' } },
})
