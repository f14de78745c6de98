import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const list = style({ display: 'grid', gap: theme.space[4] })

export const fact = style({
  display: 'grid',
  gridTemplateColumns: '1.5rem minmax(0, 1fr)',
  gap: `0 ${theme.space[3]}`,
})
export const icon = style({ gridRow: '1 / span 2', marginTop: '0.2rem', color: theme.color.accentInk })
export const label = style({ gridColumn: 2, fontWeight: theme.weight.bold, lineHeight: theme.leading.snug })
export const value = style({ gridColumn: 2, color: theme.color.inkMuted })
export const map = style({ display: 'block', width: 'fit-content' })

export const acts = style({ display: 'flex', flexDirection: 'column' })
export const act = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: theme.space[4],
  paddingBlock: theme.space[3],
  borderTop: `1px solid ${theme.color.line}`,
  selectors: { '&:first-child': { borderTop: 0 } },
})
export const actName = style({ fontWeight: theme.weight.bold, fontSize: theme.text.lg })
export const actRole = style({ color: theme.color.inkMuted, fontSize: theme.text.sm })
export const actTime = style({ flex: 'none', color: theme.color.inkMuted })

export const about = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  whiteSpace: 'pre-line',
})
