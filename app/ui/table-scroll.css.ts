import { globalStyle, style } from '@vanilla-extract/css'
import { number } from './table.css.ts'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

/** Scrolls a table sideways where it has no room. */
export const tableScroll = style({
  // Holds texts for screen readers alone, which are placed absolutely, inside what scrolls.
  position: 'relative',
  overflowX: 'auto',
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
})
globalStyle(`${tableScroll} > div`, {
  position: 'static',
  border: 0,
  borderRadius: 0,
  background: 'none',
  overflow: 'visible',
})
// Keeps rows as rows on a phone, where other lists make a card of each: figures are compared down a column. The first column stays.
const onPhone = (selector: string, rule: Parameters<typeof globalStyle>[1]) =>
  globalStyle(`${tableScroll} ${selector}`, { '@media': { [media.belowMd]: rule as object } })
onPhone('table', { display: 'table', width: '100%' })
onPhone('caption', {
  display: 'table-caption',
  padding: `${theme.space[3]} ${theme.space[3]} ${theme.space[1]}`,
})
onPhone('caption > *', { position: 'sticky', left: theme.space[3] })
onPhone('thead', {
  display: 'table-header-group',
  position: 'static',
  width: 'auto',
  height: 'auto',
  overflow: 'visible',
  clipPath: 'none',
})
onPhone('tbody', { display: 'table-row-group' })
onPhone('tr', { display: 'table-row' })
onPhone('tbody tr > *', {
  display: 'table-cell',
  borderTop: `1px solid ${theme.color.line}`,
  fontSize: theme.text.sm,
})
onPhone('tr > *', { padding: `${theme.space[1]} ${theme.space[3]}` })
onPhone('td', { textAlign: 'left', whiteSpace: 'nowrap' })
onPhone(`tr > ${number}`, { textAlign: 'right' })
onPhone('td::before', { display: 'none' })
onPhone('tr > :first-child', {
  position: 'sticky',
  left: 0,
  width: '9rem',
  maxWidth: '9rem',
  background: theme.color.surface,
  borderRight: `1px solid ${theme.color.line}`,
  overflowWrap: 'break-word',
})
