import { Form, Link, useLocation, useNavigation } from '@remix-run/react'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Badge } from '../badge.tsx'
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
 * Keeps the rows after a form of one of them was sent, because the outline would drop what is typed in the others.
 * @param failed whether the rows could not be read
 */
export function useListState(failed: boolean): 'ready' | 'loading' | 'error' {
  const { state, location, formMethod } = useNavigation()
  const { pathname } = useLocation()
  const isUnderWay =
    state === 'loading' && formMethod?.toUpperCase() !== 'POST' && location.pathname === pathname
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
 * @param children further fields of the search, below it; a phone opens them with a button
 * @param active how many of the further fields narrow the list
 */
export function ListSearch({
  id,
  label,
  value,
  action,
  fields,
  maxLength,
  children,
  active = 0,
}: {
  id: string
  label: string
  value: string
  action: string
  fields: Record<string, string | null | undefined>
  maxLength: number
} & ({ children?: false; active?: never } | { children: ReactNode; active: number })) {
  return (
    <Form method="get" action={action} role="search" className={children ? css.wideSearch : css.search}>
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
      {children && (
        <details className={css.fold} data-testid="filters">
          <summary className={css.foldButton}>
            <SlidersHorizontal size={18} aria-hidden="true" />
            Filters
            {active > 0 && <Badge tone="info">{active} on</Badge>}
          </summary>
          <div className={css.more}>
            {children}
            <Button type="submit" className={css.apply}>
              Show results
            </Button>
          </div>
        </details>
      )}
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

/** Says where it is kept whether the keys of lists and cases are off in this browser. */
const keysOff = 'list-keys-off'

/**
 * Lets single keys work a page, apart from fields and dialogs. A switch turns them off for those whose speech input types letters.
 * Appears with JavaScript, on a desk.
 * @param keys the keys that `press` takes
 * @param name what they are for, as the switch names it
 * @param children says what each does
 */
export function Shortcuts({
  keys,
  press,
  name,
  children,
}: {
  keys: readonly string[]
  press: (key: string) => void
  name: string
  children: ReactNode
}) {
  const [isOn, setOn] = useState<boolean | null>(null)
  const latest = useRef(press)
  latest.current = press
  const listened = keys.join(' ')
  useEffect(() => setOn(localStorage.getItem(keysOff) === null), [])
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !listened.split(' ').includes(event.key)) return
      if (event.target instanceof Element && event.target.closest('input, select, textarea, dialog')) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current(event.key)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOn, listened])
  if (isOn === null) return null
  return (
    <p className={css.keys}>
      {isOn && <span>{children}</span>}
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          if (isOn) localStorage.setItem(keysOff, '1')
          else localStorage.removeItem(keysOff)
          setOn(!isOn)
        }}
      >
        {isOn ? `Turn off ${name} shortcuts` : `Turn on ${name} shortcuts`}
      </Button>
    </p>
  )
}

/**
 * Lets keys work a list: `/` goes to its search, `j` and `k` to the link of the next or previous row, and Enter opens it, because
 * the link has the focus.
 * @param search id of the field that `/` goes to
 */
export function ListKeys({ search }: { search: string }) {
  const press = (key: string) => {
    if (key === '/') return document.getElementById(search)?.focus()
    const links = [...document.querySelectorAll<HTMLAnchorElement>('tbody th[scope=row] a')]
    const row = document.activeElement?.closest('tr')
    const at = links.findIndex((link) => link.closest('tr') === row)
    const next = key === 'j' ? at + 1 : at < 0 ? links.length - 1 : at - 1
    links[next]?.focus()
  }
  return (
    <Shortcuts keys={['/', 'j', 'k']} press={press} name="list">
      <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> go through the rows, <kbd>Enter</kbd> opens one.
    </Shortcuts>
  )
}
