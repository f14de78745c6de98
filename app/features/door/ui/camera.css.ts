import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const box = style({ display: 'flex', flexDirection: 'column', gap: theme.space[3] })
export const stage = style({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  aspectRatio: '4 / 3',
  width: '100%',
  overflow: 'clip',
  background: theme.color.sunk,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
export const video = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
})
/** Where the code belongs. */
export const frame = style({
  position: 'relative',
  width: 'min(60%, 16rem)',
  aspectRatio: '1',
  border: `3px solid ${theme.color.onPhoto}`,
  borderRadius: theme.radius.lg,
  boxShadow: `0 0 0 100vmax ${theme.color.scrim}`,
})
export const light = style({ position: 'absolute', right: theme.space[3], bottom: theme.space[3] })
