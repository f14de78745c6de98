import { style } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'

/** Dresses the browser's own control that chooses a file. */
export const file = style({
  maxWidth: '100%',
  minHeight: theme.size.touch,
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  selectors: {
    '&::file-selector-button': {
      minHeight: theme.size.touch,
      marginRight: theme.space[3],
      padding: `0 ${theme.space[4]}`,
      border: `1px solid ${theme.color.lineStrong}`,
      borderRadius: theme.radius.md,
      background: theme.color.field,
      color: theme.color.ink,
      font: 'inherit',
      cursor: 'pointer',
    },
  },
})
