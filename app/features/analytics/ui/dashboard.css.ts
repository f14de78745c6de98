import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Four tiles a row, two on a phone; those of the last row share its width. */
export const tiles = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[4] })
globalStyle(`${tiles} > *`, { flex: '1 1 max(9.5rem, 22%)' })
/** As many tables beside one another as there are, where there is room; each as high as its rows. */
export const tables = style({
  display: 'grid',
  gap: theme.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(20rem, 100%), 1fr))',
})

export const chart = style({ display: 'flex', flexDirection: 'column', gap: theme.space[2] })
export const bars = style({
  display: 'block',
  width: '100%',
  height: '11rem',
  borderBottom: `1px solid ${theme.color.line}`,
})
export const bar = style({ fill: theme.color.accent })
export const ends = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${theme.space[4]}`,
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  whiteSpace: 'nowrap',
})
// The peak has a row of its own on a phone.
globalStyle(`${ends} > :nth-child(2)`, {
  '@media': { [media.belowMd]: { order: 1, flexBasis: '100%', textAlign: 'center' } },
})
export const summary = style({
  minHeight: theme.size.touch,
  alignContent: 'center',
  cursor: 'pointer',
  color: theme.color.accentInk,
  textDecoration: 'underline',
})
