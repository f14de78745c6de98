import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { ListFile } from '#core/list-file.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { countText, isViewPage, type ListTotal } from '#core/staff-lists.ts'
import { LinkButton } from '../button.tsx'
import { Pagination } from '../pagination.tsx'
import type { SelectOption } from '../select.tsx'
import { type Column, sortLinkOf, Table } from '../table.tsx'
import { LinkTabs } from '../tabs.tsx'
import { type FilterField, ListFilters } from './list-filters.tsx'
import { EmptyList, FilterChip, ListKeys, RetryLink, useListState } from './list-frame.tsx'
import { ListTools } from './list-tools.tsx'
import { SelectionBar } from './selection.tsx'
import * as css from './staff-list.css.ts'

/**
 * Draws a list of the back office from its declaration: the title with search, filters and tools in one line, tabs, how many rows
 * match, the table, and the bar of actions for selected rows.
 */

/** What an address says of a list: its filters, its order and its page, by their names there. */
type Query = Record<string, unknown>
type Names<Asked> = keyof Asked & string

export type ListColumn<Row, Data> = {
  key: string
  header: string
  cell: (row: Row, data: Data) => ReactNode
  numeric?: boolean
  phone?: Column<Row>['phone']
  /** Names the order that a press on the header asks for; `first` is the direction of the first press. */
  sort?: string
  first?: 'descending'
  /** What else that order changes in the address. */
  sortAlso?: Record<string, string>
  /** Tells for whom the column is; without it, for everybody who may see the list. */
  isFor?: (data: Data) => boolean
}

type Filter<Data, Asked> = { name: Names<Asked>; label: string } & (
  | { kind: 'choice'; options: (data: Data | null) => readonly SelectOption[] }
  | { kind: 'day' }
  /** A minute of the list's own local time, as a browser writes it: `2026-11-27T22:05`. */
  | { kind: 'minute' }
  | { kind: 'text'; placeholder: string; maxLength: number }
  /** Narrows a list that another page leads to: only a chip takes it away, by putting `without` in its place, together with those it `drops`. */
  | { kind: 'given'; value: (data: Data) => string | null; without?: string; drops?: readonly Names<Asked>[] }
)

export type StaffListDeclaration<Asked extends Query, Data, Row> = {
  /** Names the list in saved views, the address of its file, and its form. */
  name: string
  title: string
  noun: { one: string; many: string }
  /** Parses the address; what is not valid is its default. */
  query: z.ZodType<Asked>
  path: (query: Record<string, string | null>) => string
  rows: (data: Data) => readonly Row[]
  /** Names the place where the next page begins; null on the last one. */
  next: (data: Data) => string | null
  rowKey: (row: Row) => string
  total?: (data: Data, asked: Asked) => ListTotal | null
  /** The currency of the total's sum. */
  currency?: (data: Data) => string
  columns: readonly ListColumn<Row, Data>[]
  caption: (asked: Asked) => string
  /** Names each order, for the choice that a phone has in place of headers. */
  sorts?: (data: Data | null) => Readonly<Record<string, string>>
  /** Returns the order where the address names none. */
  sortOf?: (asked: Asked) => string
  search?: { label: (data: Data | null) => string; maxLength: number }
  filters?: (data: Data | null, asked: Asked) => readonly Filter<Data, Asked>[]
  tabs?: {
    label: string
    name: Names<Asked>
    /** Each tab; `isFor` tells where it is, everywhere without it. */
    options: readonly { value: string | null; label: string; isFor?: (data: Data) => boolean }[]
    count?: (data: Data, value: string | null) => number | string | null
    /** Returns what else a tab changes. */
    also?: (asked: Asked, value: string | null) => Record<string, string | null>
  }
  selection?: {
    /** Tells whether rows can be selected; without it, always. */
    isFor?: (data: Data) => boolean
    label: (row: Row) => string
    actions: (asked: Asked, data: Data | null) => readonly { to: string; label: string }[]
    preview?: (count: number, data: Data | null) => string
    /** Further fields of its form beside what the address says; null for neither. */
    fields?: Record<string, string> | null
  }
  empty: {
    title: (asked: Asked, isNarrowed: boolean) => string
    more: string
    text?: (asked: Asked, isNarrowed: boolean) => string | undefined
  }
  /** What `Clear filters` keeps. */
  keeps?: readonly Names<Asked>[]
  /** A longer page. */
  longer?: { name: Names<Asked>; value: string; label: string }
  /** The file of its rows, for those whom `mayDownload` names. */
  file?: ListFile<Row, Data>
  mayDownload?: (data: Data) => boolean
}

/** Declares a list of the back office. What its columns and its file are handed is what the schema of its read function says. */
export function defineStaffList<Asked extends Query, Data, Row>(
  list: StaffListDeclaration<Asked, Data, Row>,
): StaffListOf<Asked, Data, Row> {
  const defaults = list.query.parse({})
  const asked = (query: Query) =>
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        value === defaults[name] || value === '' || value == null ? null : String(value),
      ]),
    )
  return { ...list, asked, to: (query) => list.path(asked(query)) }
}

/** A declared list, with what follows from its declaration. */
export type StaffListOf<Asked extends Query, Data, Row> = StaffListDeclaration<Asked, Data, Row> & {
  /** Leaves out what is the default, so that an address says only what somebody chose. */
  asked: (query: Query) => Record<string, string | null>
  /** Makes the address of the list. */
  to: (query: Query) => string
}

/**
 * Draws a list.
 * @param data what its read function returned; null where it could not be read
 * @param asked what the address says
 * @param about what the list is about, such as an event, below its title
 * @param actions links beside the title
 * @param children what stands between the filters and the table
 */
export function StaffList<Asked extends Query, Data, Row>({
  list,
  data,
  query,
  about,
  actions,
  children,
}: {
  list: StaffListOf<Asked, Data, Row>
  data: Data | null
  query: Asked
  about?: string | null | undefined
  actions?: ReactNode
  children?: ReactNode
}) {
  const state = useListState(data === null)
  const first = { ...query, after: null }
  const to = (changes: Query) => list.to({ ...first, ...changes })
  const sort = list.sortOf?.(query) ?? (typeof query.sort === 'string' ? query.sort : '')
  const filters = list.filters?.(data, query) ?? []
  const chips = filters.flatMap((filter) => {
    const value = chipValue(filter, query[filter.name], data)
    if (value === null) return []
    const without = filter.kind === 'given' ? (filter.without ?? null) : null
    const dropped = filter.kind === 'given' ? (filter.drops ?? []) : []
    const remove = to({ [filter.name]: without, ...Object.fromEntries(dropped.map((name) => [name, null])) })
    return [{ name: filter.name, label: filter.label, value, remove }]
  })
  const tab = list.tabs?.name
  const isNarrowed =
    chips.length > 0 ||
    Boolean(query.q) ||
    (tab !== undefined && !list.keeps?.includes(tab) && list.asked(query)[tab] !== null)
  const selection = list.selection
  const isSelectable = selection && (!selection.isFor || (data !== null && selection.isFor(data)))
  const mayDownload = list.file && (!list.mayDownload || (data !== null && list.mayDownload(data)))
  const total = data === null ? null : (list.total?.(data, query) ?? null)
  const rows = data === null ? [] : list.rows(data)
  const next = data === null ? null : list.next(data)
  const { after = null } = query
  const filterFields = filters.flatMap((filter): FilterField[] =>
    filter.kind === 'given'
      ? []
      : [
          {
            ...filter,
            value: typeof query[filter.name] === 'string' ? String(query[filter.name]) : '',
            options: filter.kind === 'choice' ? filter.options(data) : [],
          },
        ],
  )
  return (
    <div className={css.list} data-staff-list={list.name}>
      <header className={css.head}>
        <div className={css.title}>
          <h1>{list.title}</h1>
          {(about || total) && (
            <p className={css.about}>
              {about}
              {about && total && ' · '}
              {total && (
                <span data-testid="total">
                  {totalText(total, list.noun, data === null ? undefined : list.currency?.(data))}
                </span>
              )}
            </p>
          )}
        </div>
        <ListFilters
          name={list.name}
          action={list.path({})}
          kept={list.asked(first)}
          search={
            list.search && { ...list.search, label: list.search.label(data), value: String(query.q ?? '') }
          }
          fields={filterFields}
          sorts={Object.entries(list.sorts?.(data) ?? {}).map(([name, label]) => ({
            to: to({ sort: name }),
            label,
            isCurrent: name === sort,
          }))}
        />
        {actions && <div className={css.actions}>{actions}</div>}
        <div className={css.tools}>
          <ListTools
            page={isViewPage(list.name) ? list.name : null}
            csv={mayDownload ? paths.adminExport(list.name, list.asked(first)) : null}
            asksReason={list.file?.holdsContacts ?? false}
          />
        </div>
      </header>
      {list.tabs && <Tabs tabs={list.tabs} data={data} query={query} to={to} />}
      {chips.length > 0 && (
        <div className={css.chips}>
          {chips.map(({ name, ...chip }) => (
            <FilterChip key={name} {...chip} />
          ))}
        </div>
      )}
      {children}
      <Table
        isCompact
        state={state}
        {...(isSelectable ? { selection: { form: list.name, label: selection.label } } : {})}
        caption={list.caption(query)}
        columns={columnsOf(list, data, sort, (asked, also) => to({ ...also, sort: asked }))}
        rows={rows}
        rowKey={list.rowKey}
        empty={
          after ? (
            <EmptyList title={list.empty.more} clear={null} />
          ) : (
            <EmptyList
              title={list.empty.title(query, isNarrowed)}
              text={list.empty.text?.(query, isNarrowed)}
              clear={isNarrowed ? clearOf(list, query, filters) : null}
            />
          )
        }
        retry={<RetryLink />}
      />
      {isSelectable && (
        <SelectionBar
          form={list.name}
          fields={
            selection.fields === null ? {} : { ...list.asked(query), ...selection.fields, selected: '1' }
          }
          actions={selection.actions(query, data)}
          preview={(count) => selection.preview?.(count, data) ?? `${count} selected.`}
        />
      )}
      <Pagination
        label={`Pages of ${list.noun.many}`}
        previous={after === null ? null : to({})}
        previousLabel="First page"
        next={next && to({ after: next })}
        nextLabel={`More ${list.noun.many}`}
        note={
          next &&
          list.longer &&
          String(query[list.longer.name]) !== list.longer.value && (
            <LinkButton variant="ghost" to={to({ [list.longer.name]: list.longer.value })}>
              {list.longer.label}
            </LinkButton>
          )
        }
      />
      {list.search && <ListKeys search={`${list.name}-search`} />}
    </div>
  )
}

/** Returns what a chip says of a filter; null where it narrows nothing. */
function chipValue<Data, Asked>(
  filter: Filter<Data, Asked>,
  value: unknown,
  data: Data | null,
): string | null {
  if (typeof value !== 'string' || value === '') return null
  if (filter.kind === 'given') return data === null ? null : (filter.value(data) ?? value)
  if (filter.kind === 'choice')
    return filter.options(data).find((option) => option.value === value)?.label ?? value
  if (filter.kind === 'minute') return value.replace('T', ' ')
  return value
}

function clearOf<Asked extends Query, Data, Row>(
  list: StaffListOf<Asked, Data, Row>,
  query: Asked,
  filters: readonly Filter<Data, Asked>[],
): string {
  const asked = list.asked(query)
  const kept = Object.fromEntries((list.keeps ?? []).map((name) => [name, asked[name] ?? null]))
  const without = filters.flatMap((filter) =>
    filter.kind === 'given' && filter.without ? [[filter.name, filter.without]] : [],
  )
  return list.path({ ...kept, ...Object.fromEntries(without) })
}

function columnsOf<Asked extends Query, Data, Row>(
  list: StaffListOf<Asked, Data, Row>,
  data: Data | null,
  sort: string,
  to: (sort: string, also?: Record<string, string>) => string,
): Column<Row>[] {
  return list.columns
    .filter(({ isFor }) => !isFor || (data !== null && isFor(data)))
    .map(({ key, header, cell, numeric, phone, sort: by, first, sortAlso }) => ({
      key,
      header,
      cell: (row) => (data === null ? null : cell(row, data)),
      ...(numeric ? { numeric } : {}),
      ...(phone ? { phone } : {}),
      ...(by ? { sortLink: sortLinkOf(sort, by, (asked) => to(asked, sortAlso), first) } : {}),
    }))
}

function Tabs<Asked extends Query, Data>({
  tabs,
  data,
  query,
  to,
}: {
  tabs: NonNullable<StaffListDeclaration<Asked, Data, never>['tabs']>
  data: Data | null
  query: Asked
  to: (changes: Query) => string
}) {
  const shown = tabs.options.filter(
    ({ value, isFor }) => !isFor || value === query[tabs.name] || (data !== null && isFor(data)),
  )
  return (
    <div className={css.tabs}>
      <LinkTabs
        label={tabs.label}
        tabs={shown.map(({ value, label }) => {
          const count = data === null ? null : (tabs.count?.(data, value) ?? null)
          return {
            to: to({ ...tabs.also?.(query, value), [tabs.name]: value }),
            label:
              count === null
                ? label
                : `${label} (${typeof count === 'number' ? count.toLocaleString('en-US') : count})`,
            current: value === (query[tabs.name] ?? null),
          }
        })}
      />
    </div>
  )
}

/** Says how many rows match, and their money where a list has some. */
function totalText(
  total: ListTotal,
  noun: { one: string; many: string },
  currency: string | undefined,
): string {
  const { sumCents = null } = total
  const sum = sumCents !== null && currency ? ` · ${formatMoney(sumCents, currency)}` : ''
  return countText(total, noun) + sum
}
