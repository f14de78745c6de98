import { globalStyle, style } from '@vanilla-extract/css'
import { empty, title as emptyTitle } from './empty-state.css.ts'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

export const frame = style({
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  overflow: 'clip',
  '@media': {
    // Scrolls sideways where its columns have no room; what only screen readers read stays inside.
    [media.md]: { position: 'relative', overflow: 'auto hidden' },
  },
})
export const table = style({
  fontSize: theme.text.sm,
  '@media': { [media.belowMd]: { display: 'block' } },
})
export const caption = style({
  textAlign: 'left',
  padding: `${theme.space[4]} ${theme.space[4]} ${theme.space[2]}`,
  fontWeight: theme.weight.bold,
  fontSize: theme.text.md,
  '@media': { [media.belowMd]: { display: 'block' } },
})
// Turns every row into a card of label and value on a phone; the head stays for assistive technology.
export const head = style({
  '@media': {
    [media.belowMd]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})
/**
 * Shows the links that sort a list as a row of buttons on a phone, where columns have no heads.
 */
export const sortableHead = style({ '@media': { [media.belowMd]: { display: 'block' } } })
globalStyle(`${sortableHead} > tr`, {
  '@media': {
    [media.belowMd]: {
      display: 'flex',
      alignItems: 'center',
      gap: theme.space[5],
      paddingInline: theme.space[4],
      overflowX: 'auto',
      borderBottom: `1px solid ${theme.color.line}`,
    },
  },
})
export const body = style({ '@media': { [media.belowMd]: { display: 'block' } } })
export const headCell = style({
  padding: `${theme.space[2]} ${theme.space[4]}`,
  textAlign: 'left',
  fontWeight: theme.weight.semibold,
  color: theme.color.inkMuted,
  borderBottom: `1px solid ${theme.color.line}`,
  whiteSpace: 'nowrap',
})
globalStyle(`${sortableHead} ${headCell}`, {
  '@media': { [media.belowMd]: { position: 'static', padding: 0, border: 0, flex: 'none' } },
})
/** Hides the head of a column that cannot be sorted on a phone; it stays for assistive technology. */
export const plainHead = style({})
globalStyle(`${sortableHead} ${plainHead}`, {
  '@media': {
    [media.belowMd]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})
export const sort = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  fontWeight: theme.weight.semibold,
  color: 'inherit',
  textDecoration: 'none',
  selectors: { '&:hover': { color: theme.color.ink } },
})
globalStyle(`${sort} > svg`, { flex: 'none' })
export const row = style({
  selectors: { '& + &': { borderTop: `1px solid ${theme.color.line}` } },
  '@media': {
    [media.belowMd]: { display: 'block', padding: `${theme.space[3]} ${theme.space[4]}` },
    [media.hover]: { selectors: { '&:hover': { background: theme.color.raised } } },
  },
})
export const cell = style({
  padding: `${theme.space[3]} ${theme.space[4]}`,
  verticalAlign: 'middle',
  '@media': {
    [media.belowMd]: {
      display: 'flex',
      alignItems: 'baseline',
      justifyContent: 'space-between',
      gap: theme.space[4],
      padding: `${theme.space[1]} 0`,
      textAlign: 'right',
      selectors: {
        '&::before': {
          content: 'attr(data-label)',
          color: theme.color.inkFaint,
          textAlign: 'left',
          flex: 'none',
        },
      },
    },
  },
})
export const number = style({
  fontVariantNumeric: 'tabular-nums',
  '@media': { [media.md]: { textAlign: 'right', whiteSpace: 'nowrap' } },
})
globalStyle(`${body} time`, { '@media': { [media.md]: { whiteSpace: 'nowrap' } } })
export const rowHead = style([
  cell,
  {
    textAlign: 'left',
    fontWeight: theme.weight.semibold,
    '@media': {
      // Leaves room for the other columns beside a long name.
      [media.md]: { maxWidth: '26rem' },
      [media.belowMd]: {
        display: 'block',
        textAlign: 'left',
        fontSize: theme.text.md,
        selectors: { '&::before': { display: 'none' } },
      },
    },
  },
])
// Makes a link that fills a cell as high as a finger. Beside a mouse it reaches into the cell's padding, so that rows stay low.
globalStyle(`${cell} > a, ${cell} > span > a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  '@media': { [media.md]: { marginBlock: '-0.625rem' } },
})
/** Places the checkbox before each row; on a phone in the corner of its card. */
export const choose = style({
  width: '1px',
  padding: `0 0 0 ${theme.space[3]}`,
  verticalAlign: 'middle',
  '@media': {
    [media.belowMd]: {
      position: 'absolute',
      right: theme.space[2],
      top: theme.space[1],
      width: 'auto',
      padding: 0,
    },
  },
})
export const chosenRow = style({
  position: 'relative',
  selectors: { '&:has(:checked)': { background: theme.color.accentSoft } },
  '@media': { [media.belowMd]: { paddingRight: theme.space[4] } },
})
export const chooseArea = style({
  display: 'grid',
  placeItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  cursor: 'pointer',
  '@media': { [media.lgMouse]: { minWidth: '2rem', minHeight: '2rem' } },
})
// Leaves room for the checkbox in the corner of the card.
globalStyle(`${chosenRow} > th`, {
  '@media': { [media.belowMd]: { paddingRight: theme.size.touch } },
})
// Reduces the row height on wide screens, as staff may choose.
globalStyle(`[data-density="compact"] ${row} > *`, {
  '@media': { [media.lg]: { paddingBlock: theme.space[1], fontSize: theme.text.xs } },
})
globalStyle(`[data-density="compact"] :is(${cell} > a, ${cell} > span > a)`, {
  '@media': { [media.lg]: { minHeight: 0, marginBlock: 0 } },
})
globalStyle(`[data-density="compact"] ${headCell}`, {
  '@media': { [media.lg]: { paddingBlock: 0, fontSize: theme.text.xs } },
})

/** Makes the rows of a list low: a desk shows at least eight, and a phone a card of few lines for each. */
export const compact = style({ lineHeight: theme.leading.snug })
globalStyle(`${compact} :is(${cell}, ${choose})`, {
  '@media': { [media.md]: { paddingBlock: theme.space[2], paddingInline: theme.space[3] } },
})
globalStyle(`${compact} ${headCell}`, {
  '@media': { [media.md]: { paddingBlock: theme.space[1], paddingInline: theme.space[3] } },
})
globalStyle(`${compact} ${sort}`, { '@media': { [media.lgMouse]: { minHeight: '2rem' } } })
globalStyle(`${compact} ${row}`, {
  '@media': {
    [media.belowMd]: {
      display: 'grid',
      // The last column is as wide as what ends a line, up to half of the card.
      gridTemplateColumns: 'minmax(0, 1fr) fit-content(50%)',
      gridAutoFlow: 'row dense',
      alignItems: 'center',
      gap: `0 ${theme.space[3]}`,
      padding: `${theme.space[2]} ${theme.space[4]}`,
    },
  },
})
globalStyle(`${compact} ${chosenRow}`, {
  '@media': { [media.belowMd]: { paddingLeft: `calc(${theme.size.touch} + ${theme.space[1]})` } },
})
globalStyle(`${compact} ${chosenRow} > ${choose}`, {
  '@media': { [media.belowMd]: { right: 'auto', left: theme.space[1], top: theme.space[2] } },
})
globalStyle(`${compact} ${row} > :is(th, td):not(${choose})`, {
  '@media': {
    [media.belowMd]: { display: 'block', gridColumn: 1, padding: 0, textAlign: 'left', minWidth: 0 },
  },
})
globalStyle(`${compact} ${row} > td[data-phone]`, {
  '@media': { [media.belowMd]: { gridColumn: 2, textAlign: 'right' } },
})
globalStyle(`${compact} ${row} > td:not([data-phone="labeled"])::before`, {
  '@media': { [media.belowMd]: { content: 'none' } },
})
globalStyle(`${compact} ${row} > td[data-phone="wide"]`, {
  '@media': { [media.belowMd]: { gridColumn: '1 / -1', textAlign: 'left' } },
})
globalStyle(`${compact} ${row} > td[data-phone="labeled"]`, {
  '@media': {
    [media.belowMd]: {
      gridColumn: '1 / -1',
      display: 'flex',
      justifyContent: 'flex-start',
      textAlign: 'left',
      gap: theme.space[2],
    },
  },
})
globalStyle(`${compact} ${row} > td[data-phone="none"]`, {
  '@media': { [media.belowMd]: { display: 'none' } },
})

export const skeletonCell = style({
  padding: `${theme.space[4]} ${theme.space[4]}`,
  '@media': { [media.belowMd]: { display: 'block', padding: `${theme.space[1]} 0` } },
})
export const note = style({ padding: theme.space[5] })
// Draws no second box inside the frame of the table.
globalStyle(`${note} > ${empty}`, {
  border: 0,
  borderRadius: 0,
  background: 'none',
  margin: `calc(-1 * ${theme.space[5]})`,
  padding: `${theme.space[6]} ${theme.space[4]}`,
})
globalStyle(`${note} > ${empty} > ${emptyTitle}`, { fontSize: theme.text.lg })
