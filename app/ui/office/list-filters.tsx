import { Form, Link } from '@remix-run/react'
import { Search, SlidersHorizontal } from 'lucide-react'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { control } from '../field.css.ts'
import { Field, Select, TextInput } from '../field.tsx'
import type { SelectOption } from '../select.tsx'
import { visuallyHidden } from '../visually-hidden.css.ts'
import { groupName, item } from './disclosure.css.ts'
import { Disclosure } from './disclosure.tsx'
import * as css from './staff-list.css.ts'

/** A filter as a field: what it is called in the address, and what it is set to. */
export type FilterField = {
  name: string
  label: string
  value: string
  kind: 'choice' | 'day' | 'minute' | 'text'
  options: readonly SelectOption[]
  placeholder?: string
  maxLength?: number
}

/**
 * Renders the search of a list and, behind a button, its filters and on a phone its order. The form keeps what it has no field for.
 * @param kept what the address says beside the fields
 * @param sorts links to the orders of the list
 */
export function ListFilters({
  name,
  action,
  kept,
  search,
  fields,
  sorts,
}: {
  name: string
  action: string
  kept: Record<string, string | null>
  search?: { label: string; value: string; maxLength: number } | undefined
  fields: readonly FilterField[]
  sorts: readonly { to: string; label: string; isCurrent: boolean }[]
}) {
  if (!search && fields.length === 0 && sorts.length === 0) return null
  const active = fields.filter(({ value }) => value !== '').length
  const own = new Set([...fields.map((field) => field.name), 'q', 'after'])
  const parts = (
    <>
      {search && (
        <div className={css.searchField}>
          <label htmlFor={`${name}-search`} className={visuallyHidden}>
            {search.label}
          </label>
          <input
            id={`${name}-search`}
            key={search.value}
            type="search"
            name="q"
            className={classNames(control, css.searchInput)}
            placeholder={search.label}
            defaultValue={search.value}
            maxLength={search.maxLength}
            autoComplete="off"
          />
          <button type="submit" className={css.searchButton} aria-label="Search">
            <Search size={18} aria-hidden="true" />
          </button>
        </div>
      )}
      {(fields.length > 0 || sorts.length > 0) && (
        <div className={fields.length === 0 ? css.phoneOnly : undefined}>
          <Disclosure
            testId="filters"
            summary={
              <>
                <SlidersHorizontal size={18} aria-hidden="true" />
                {fields.length === 0 ? 'Sort' : 'Filters'}
                {active > 0 && <Badge tone="info">{active} on</Badge>}
              </>
            }
          >
            {sorts.length > 0 && (
              <nav aria-label="Sort" className={css.phoneOnly}>
                <p className={groupName}>Sort</p>
                {sorts.map(({ to, label, isCurrent }) => (
                  <Link key={to} to={to} className={item} aria-current={isCurrent ? 'true' : undefined}>
                    {label}
                  </Link>
                ))}
              </nav>
            )}
            {fields.length > 0 && (
              <div className={css.fields}>
                {fields.map((field) => (
                  <FilterControl key={field.name} id={`${name}-${field.name}`} field={field} />
                ))}
                <Button type="submit" className={css.apply}>
                  Show results
                </Button>
              </div>
            )}
          </Disclosure>
        </div>
      )}
    </>
  )
  // Links alone, which sort, need no form.
  if (!search && fields.length === 0) return <div className={css.search}>{parts}</div>
  return (
    <Form method="get" action={action} role="search" className={css.search}>
      {Object.entries(kept).map(
        ([key, value]) =>
          value && !own.has(key) && <input key={key} type="hidden" name={key} value={value} />,
      )}
      {parts}
    </Form>
  )
}

const inputTypes = { day: 'date', minute: 'datetime-local', text: 'text' } as const

function FilterControl({ id, field }: { id: string; field: FilterField }) {
  const { name, label, value, kind, options, placeholder, maxLength } = field
  return (
    <Field id={id} label={label}>
      {(props) =>
        kind === 'choice' ? (
          <Select
            {...props}
            key={value}
            name={name}
            defaultValue={value}
            placeholder="Any"
            options={options}
          />
        ) : (
          <TextInput
            {...props}
            key={value}
            type={inputTypes[kind]}
            name={name}
            defaultValue={value}
            placeholder={placeholder}
            maxLength={maxLength}
            autoComplete="off"
          />
        )
      }
    </Field>
  )
}
