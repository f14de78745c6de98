import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

export const form = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
export const rule = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  color: theme.color.inkFaint,
  fontSize: theme.text.sm,
  selectors: {
    '&::before, &::after': { content: '""', flex: 1, height: '1px', background: theme.color.line },
  },
})
export const forgot = style({
  alignSelf: 'flex-start',
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
})
export const note = style({ fontSize: theme.text.sm, color: theme.color.inkFaint })

/** Needs script, so it is not there for a browser without. */
export const scripted = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  '@media': { '(scripting: none)': { display: 'none' } },
})
export const mark = style({ width: '20px', height: '20px', flex: 'none' })
