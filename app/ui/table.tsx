import { Link } from '@remix-run/react'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Banner } from './banner.tsx'
import { classNames } from './class-names.ts'
import { checkbox } from './field.css.ts'
import { SelectAll } from './office/selection.tsx'
import { Skeleton } from './skeleton.tsx'
import * as css from './table.css.ts'
import { visuallyHidden } from './visually-hidden.css.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export type Column<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Returns the value to sort by; a column without it cannot be sorted. */
  sortBy?: (row: Row) => string | number
  /**
   * Replaces `sortBy` in lists that the database sorts, page by page: the link of the header, and the current order
   * by this column (null: by another one).
   */
  sortLink?: { to: string; direction: 'ascending' | 'descending' | null }
  /** Aligns figures of equal width to the right. */
  numeric?: boolean
  /**
   * Where a compact card on a phone shows the cell: at the end of a line, in a line as wide as the card, in such a line beside its
   * header, or nowhere. Without it: at the beginning of a line.
   */
  phone?: 'end' | 'wide' | 'labeled' | 'none' | undefined
}

type Order = { key: string; descending: boolean }

/**
 * Makes the link of a header in a list that the database sorts. `price` in the address sorts from the smallest, `-price`
 * from the largest.
 * @param sort the current order of the list
 * @param to makes the address of the list in another order
 * @param first the order that a press gives while the list is sorted by another column; the next press turns it round
 */
export function sortLinkOf(
  sort: string,
  key: string,
  to: (sort: string) => string,
  first: 'ascending' | 'descending' = 'ascending',
): NonNullable<Column<never>['sortLink']> {
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : null
  const next = direction ? direction === 'ascending' : first === 'descending'
  return { to: to(next ? `-${key}` : key), direction }
}

/** Names the rows of the outline that a loading table shows. */
const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f']

/**
 * Sorts rows by a column. Text sorts as people sort it (numbers inside text by value), equal rows keep their place.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | null,
): Row[] {
  const by = columns.find((column) => column.key === order?.key)?.sortBy
  if (!order || !by) return [...rows]
  const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })
  const compare = (a: Row, b: Row) => {
    const [x, y] = [by(a), by(b)]
    return typeof x === 'number' && typeof y === 'number' ? x - y : collator.compare(String(x), String(y))
  }
  return [...rows].sort((a, b) => (order.descending ? compare(b, a) : compare(a, b)))
}

/**
 * Renders a table with a caption, sortable where a column says so, and a card per row on a phone. The first column
 * names its row.
 * @param state `loading` shows the outline of rows, `error` a sentence with `retry` in their place
 * @param empty shown when there are no rows
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  state = 'ready',
  empty,
  initialOrder = null,
  retry,
  selection,
  isCompact = false,
}: {
  caption: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  state?: 'ready' | 'loading' | 'error'
  empty: ReactNode
  initialOrder?: Order | null
  /** Shows a button that tries again in the error state. */
  retry?: ReactNode
  /** Puts a checkbox named `id` before each row, which belongs to the form of this id; `label` names it. */
  selection?: { form: string; label: (row: Row) => string }
  /** Makes rows low: cards of few lines on a phone, a caption that only screen readers read. */
  isCompact?: boolean
}) {
  const [order, setOrder] = useState<Order | null>(initialOrder)
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order])
  const shown = state === 'ready' ? sorted : []
  const isSortable = columns.some(({ sortLink }) => sortLink)
  return (
    <div
      className={classNames(css.frame, isCompact && css.compact)}
      aria-busy={state === 'loading' || undefined}
    >
      <table className={css.table}>
        <caption className={isCompact ? visuallyHidden : css.caption}>{caption}</caption>
        <thead className={isSortable && !isCompact ? css.sortableHead : css.head}>
          <tr>
            {selection && (
              <td className={classNames(css.headCell, css.choose)}>
                <SelectAll form={selection.form} rows={shown.length} />
              </td>
            )}
            {columns.map((column) => {
              const active = order?.key === column.key ? order : null
              const direction = column.sortLink
                ? column.sortLink.direction
                : active && (active.descending ? 'descending' : 'ascending')
              const Arrow = direction ? (direction === 'descending' ? ArrowDown : ArrowUp) : ArrowUpDown
              return (
                <th
                  key={column.key}
                  scope="col"
                  className={classNames(
                    css.headCell,
                    column.numeric && css.number,
                    !column.sortLink && css.plainHead,
                  )}
                  aria-sort={direction ?? undefined}
                >
                  {column.sortLink ? (
                    <Link to={column.sortLink.to} className={css.sort} preventScrollReset>
                      {column.header}
                      <Arrow size={16} aria-hidden="true" />
                    </Link>
                  ) : column.sortBy ? (
                    <button
                      type="button"
                      className={css.sort}
                      onClick={() =>
                        setOrder({ key: column.key, descending: active ? !active.descending : false })
                      }
                    >
                      {column.header}
                      <Arrow size={16} aria-hidden="true" />
                    </button>
                  ) : (
                    column.header
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody className={css.body}>
          {shown.map((row) => (
            <tr key={rowKey(row)} className={classNames(css.row, selection && css.chosenRow)}>
              {selection && (
                <td className={css.choose}>
                  <label className={css.chooseArea}>
                    <VisuallyHidden>{selection.label(row)}</VisuallyHidden>
                    <input
                      type="checkbox"
                      name="id"
                      value={rowKey(row)}
                      form={selection.form}
                      className={checkbox}
                    />
                  </label>
                </td>
              )}
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" className={css.rowHead}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    data-label={column.header}
                    data-phone={column.phone}
                    className={classNames(css.cell, column.numeric && css.number)}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
          {state === 'loading' &&
            skeletonRows.map((name) => (
              <tr key={name} className={css.row}>
                {selection && <td className={css.choose} />}
                {columns.map((column) => (
                  <td key={column.key} className={css.skeletonCell}>
                    <Skeleton />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <div role="status">{state === 'loading' && <VisuallyHidden>Loading content</VisuallyHidden>}</div>
      {state === 'error' && (
        <div className={css.note}>
          <Banner tone="danger" title="We couldn't load this list." action={retry} />
        </div>
      )}
      {state === 'ready' && shown.length === 0 && <div className={css.note}>{empty}</div>}
    </div>
  )
}
