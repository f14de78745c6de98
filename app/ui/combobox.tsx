import { Link } from '@remix-run/react'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import * as css from './combobox.css.ts'
import { SpinnerRing } from './spinner.tsx'
import { visuallyHidden } from './visually-hidden.css.ts'

/** Describes a link of the list. Ids are unique within the list. */
export type ComboboxOption = { id: string; to: string; content: ReactNode }

/** Describes options under a heading, or without one. */
export type ComboboxGroup = { label: string | null; options: readonly ComboboxOption[] }

/**
 * Renders a field whose suggestions are links, after the combobox pattern of the ARIA practices: the focus stays in
 * the field, arrows move through the options of all groups (Home and End to the first and last once one is marked),
 * Enter follows the marked one, Esc empties the field. Without a marked option Enter sends the form around it.
 */
export function Combobox({
  label,
  name,
  placeholder,
  maxLength,
  value,
  onChange,
  groups,
  busy = false,
  news,
  onGo,
  children,
}: {
  /** Names field and list for screen readers. */
  label: string
  name: string
  placeholder?: string
  maxLength?: number
  value: string
  onChange: (value: string) => void
  groups: readonly ComboboxGroup[]
  /** Says that suggestions are loading. */
  busy?: boolean
  /** Announces what changed, politely, for people who can't see it. */
  news: string
  /** Runs when an option was chosen; the browser already follows it. */
  onGo: () => void
  /** Shows under the field beside the options: hints, nothing found, failures. */
  children?: ReactNode
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [marked, setMarked] = useState<string | null>(null)
  const options = groups.flatMap((group) => group.options)
  const at = options.findIndex((option) => option.id === marked)
  const open = options.length > 0
  const optionId = (option: string) => `${id}-${option}`

  const mark = (place: number) => setMarked(options.at(place % options.length)?.id ?? null)
  const markedId = options[at]?.id
  const markedElement = markedId && optionId(markedId)
  useEffect(() => {
    if (markedElement) document.getElementById(markedElement)?.scrollIntoView({ block: 'nearest' })
  }, [markedElement])

  const type = (text: string) => {
    setMarked(null)
    onChange(text)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, (() => void) | false> = {
      ArrowDown: open && (() => mark(at + 1)),
      ArrowUp: open && (() => mark(at < 1 ? -1 : at - 1)),
      Home: at >= 0 && (() => mark(0)),
      End: at >= 0 && (() => mark(-1)),
      Enter: markedId !== undefined && (() => document.getElementById(optionId(markedId))?.click()),
      Escape: value !== '' && (() => type('')),
    }
    const move = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  return (
    <div className={css.box}>
      <div className={css.head}>
        <div className={css.frame}>
          <span className={css.icon}>{busy ? <SpinnerRing /> : <Search size={20} aria-hidden="true" />}</span>
          <input
            ref={input}
            role="combobox"
            aria-label={label}
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? `${id}-list` : undefined}
            aria-activedescendant={markedElement}
            data-autofocus="always"
            className={css.input}
            name={name}
            placeholder={placeholder}
            maxLength={maxLength}
            value={value}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
            enterKeyHint="search"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {value !== '' && (
            <button
              type="button"
              className={css.clear}
              aria-label="Clear"
              onClick={() => {
                type('')
                input.current?.focus()
              }}
            >
              <X size={20} aria-hidden="true" />
            </button>
          )}
        </div>
      </div>
      <p role="status" className={visuallyHidden}>
        {news}
      </p>
      {children}
      {open && (
        <div id={`${id}-list`} role="listbox" aria-label={label} className={css.list}>
          {groups.map((group) => (
            <Group key={group.label ?? ''} group={group} id={optionId(group.label ?? 'rest')}>
              {group.options.map((option) => (
                <Link
                  key={option.id}
                  id={optionId(option.id)}
                  to={option.to}
                  role="option"
                  aria-selected={option.id === markedId}
                  tabIndex={-1}
                  className={css.option}
                  // Keeps the focus in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={(event) => {
                    if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onGo()
                  }}
                >
                  {option.content}
                </Link>
              ))}
            </Group>
          ))}
        </div>
      )}
    </div>
  )
}

function Group({ group, id, children }: { group: ComboboxGroup; id: string; children: ReactNode }) {
  if (group.label === null) return <>{children}</>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not field sets
    <div role="group" aria-labelledby={id}>
      <div id={id} className={css.label}>
        {group.label}
      </div>
      {children}
    </div>
  )
}
