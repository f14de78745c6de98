import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

export const nav = style({
  display: 'grid',
  // Keeps the note in the middle where there is no earlier or later page.
  gridTemplateColumns: '1fr auto 1fr',
  alignItems: 'center',
  justifyItems: 'start',
  gap: theme.space[3],
  paddingTop: theme.space[5],
})
export const note = style({ gridColumn: 2, fontSize: theme.text.sm, color: theme.color.inkMuted })
export const next = style({ gridColumn: 3, justifySelf: 'end' })
