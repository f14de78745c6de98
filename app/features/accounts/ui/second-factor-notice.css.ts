import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

/** Keeps the sentence and its button in one row, because it stands above every staff page. */
export const notice = style({ alignItems: 'center', paddingBlock: theme.space[2] })
globalStyle(`${notice} > div`, {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[4],
})
globalStyle(`${notice} > div > div`, { margin: 0, flex: 'none' })
globalStyle(`${notice} > svg`, { margin: 0 })
