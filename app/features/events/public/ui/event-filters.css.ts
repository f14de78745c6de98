import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Separates the filters from the list by more space than between filters. */
export const box = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  '@media': { [media.md]: { marginBottom: theme.space[4] } },
})

export const day = style({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[4],
  borderRadius: theme.radius.pill,
  border: `1px solid ${theme.color.lineStrong}`,
  color: theme.color.ink,
  fontWeight: theme.weight.semibold,
  fontSize: theme.text.sm,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  selectors: {
    '&[aria-current]': {
      background: theme.color.accent,
      borderColor: theme.color.accent,
      color: theme.color.onAccent,
    },
  },
  '@media': {
    [media.hover]: { selectors: { '&:hover:not([aria-current])': { background: theme.color.raised } } },
  },
})

export const form = style({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: theme.space[3],
  alignItems: 'end',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})
export const apply = style({ gridColumn: '1 / -1', justifySelf: 'start' })

export const chips = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.space[2] })
export const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.pill,
  background: theme.color.accentSoft,
  color: theme.color.accentInk,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
})
export const clear = style({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  fontSize: theme.text.sm,
})
