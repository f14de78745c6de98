import { Form, Link, useLocation, useNavigation } from '@remix-run/react'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, LinkButton } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Field, TextInput } from '../field.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import * as css from './list-frame.css.ts'

/** Frames the table of every staff list: its search and filters, and its states. */

/** Sets how long a navigation may take before the outline of rows replaces the rows, in milliseconds. */
const outlineDelay = 150

/**
 * Tells what a list shows: its rows, the outline of rows while a navigation to the same list takes its time, or an error.
 * @param failed whether the rows could not be read
 */
export function useListState(failed: boolean): 'ready' | 'loading' | 'error' {
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const isUnderWay = state === 'loading' && location.pathname === pathname
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setSlow(true), outlineDelay)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isUnderWay])
  if (isUnderWay && isSlow) return 'loading'
  return failed ? 'error' : 'ready'
}

/** Reads the same list again; without JavaScript it loads the page again. */
export function RetryLink() {
  const { pathname, search } = useLocation()
  return (
    <LinkButton to={pathname + search} size="sm" variant="secondary" preventScrollReset data-testid="retry">
      Try again
    </LinkButton>
  )
}

/**
 * Fills a list without rows, and tells whether filters hide them.
 * @param title says what there is none of
 * @param text says what the search takes, where a narrowed list is empty
 * @param clear the address of the list without filters; null where none narrows it
 */
export function EmptyList({
  title,
  text = 'Filters are on. Change or clear them to see more.',
  clear,
}: {
  title: string
  text?: string
  clear: string | null
}) {
  if (!clear) return <EmptyState title={title} />
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <LinkButton to={clear} variant="secondary">
          Clear filters
        </LinkButton>
      }
    />
  )
}

/** Puts the search or the tabs of a list and its tools into one row, below each other on a phone. */
export function FilterBar({ children, tools }: { children: ReactNode; tools: ReactNode }) {
  return (
    <div className={css.bar}>
      <div className={css.filters}>{children}</div>
      {tools}
    </div>
  )
}

/**
 * Renders the search of a list, which keeps its other filters.
 * @param fields the other filters, by their names in the address
 */
export function ListSearch({
  id,
  label,
  value,
  action,
  fields,
  maxLength,
}: {
  id: string
  label: string
  value: string
  action: string
  fields: Record<string, string | null | undefined>
  maxLength: number
}) {
  return (
    <Form method="get" action={action} role="search" className={css.search}>
      {Object.entries(fields).map(
        ([name, field]) => field && <input key={name} type="hidden" name={name} value={field} />,
      )}
      <Field id={id} label={label}>
        {(control) => (
          <TextInput
            {...control}
            key={value}
            type="search"
            name="q"
            defaultValue={value}
            maxLength={maxLength}
            autoComplete="off"
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        Search
      </Button>
    </Form>
  )
}

/** Names a filter that narrows a list and leads to the list without it. */
export function FilterChip({ label, value, remove }: { label: string; value: string; remove: string }) {
  return (
    <Link to={remove} className={css.chip} data-testid="filter" preventScrollReset>
      <VisuallyHidden>Remove the filter </VisuallyHidden>
      <span className={css.chipText}>
        {label}: {value}
      </span>
      <X size={16} aria-hidden="true" />
    </Link>
  )
}
