import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useDebouncedRequest } from '#browser/use-debounced-request.ts'
import * as paths from '#core/paths.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import * as css from './mention-people.css.ts'

type Found = { username: string; displayName: string }
type Field = RefObject<HTMLTextAreaElement>

/** Matches the beginning of a handle that is being typed at the end of a text. */
const typedHandle = /(?:^|[^\w.@/])@([a-z0-9_.]{1,30})$/i

/** Reads the response of the suggestions; anything else suggests nobody. */
function foundIn(body: unknown): Found[] {
  if (typeof body !== 'object' || body === null || !('people' in body) || !Array.isArray(body.people))
    return []
  return body.people.filter(
    (one): one is Found => typeof one?.username === 'string' && typeof one?.displayName === 'string',
  )
}

/** Follows the beginning of a handle before the caret of a text field. @returns it, null for none, and what forgets it */
function useTypedHandle(field: Field): [typed: string | null, forget: () => void] {
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => {
    const element = field.current
    if (!element) return
    const look = () => setTyped(typedHandle.exec(element.value.slice(0, element.selectionStart))?.[1] ?? null)
    const leave = () => setTyped(null)
    const listeners = { input: look, click: look, blur: leave }
    look()
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener)
    }
  }, [field])
  return [typed, () => setTyped(null)]
}

/**
 * Has a text field lead a list while that is open: arrows mark, Enter and Tab choose, Escape closes. The field stays a text box: HTML
 * allows a text of several lines no other role, and a text box may name the marked option too.
 */
function useListKeys(
  field: Field,
  list: { id: string; options: number; marked: number },
  on: { mark: (place: number) => void; choose: () => void; close: () => void },
): void {
  const latest = useRef({ list, on })
  latest.current = { list, on }
  const isOpen = list.options > 0
  const { id, marked } = list
  useEffect(() => {
    const element = field.current
    if (!element || !isOpen) return
    const attributes = {
      'aria-haspopup': 'listbox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
    }
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    const press = (event: KeyboardEvent) => {
      const { list: now, on: act } = latest.current
      const moves: Record<string, () => void> = {
        ArrowDown: () => act.mark((now.marked + 1) % now.options),
        ArrowUp: () => act.mark((now.marked + now.options - 1) % now.options),
        Enter: act.choose,
        Tab: act.choose,
        Escape: act.close,
      }
      const move = moves[event.key]
      if (!move || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return
      event.preventDefault()
      event.stopPropagation()
      move()
    }
    element.addEventListener('keydown', press)
    return () => {
      element.removeEventListener('keydown', press)
      for (const name of [...Object.keys(attributes), 'aria-activedescendant']) element.removeAttribute(name)
    }
  }, [field, id, isOpen])
  useEffect(() => {
    if (isOpen) field.current?.setAttribute('aria-activedescendant', `${id}-${marked}`)
  }, [field, id, isOpen, marked])
}

/**
 * Suggests people while somebody types `@` and a name into a text field: a list below it, chosen from by keyboard or pointer while the
 * focus stays in the field.
 * @param field the text field
 */
export function MentionPeople({ field }: { field: Field }) {
  const id = useId()
  const [typed, forget] = useTypedHandle(field)
  const { body } = useDebouncedRequest<unknown>(typed && paths.apiPeople({ q: typed }))
  const people = typed === null ? [] : foundIn(body)
  const [marked, setMarked] = useState({ typed, place: 0 })
  // Other letters find other people: the first of them is marked again.
  const at = marked.typed === typed ? Math.min(marked.place, Math.max(people.length - 1, 0)) : 0
  const choose = (person: Found | undefined) => {
    const element = field.current
    if (!element || !person) return
    const caret = element.selectionStart
    const start = element.value.lastIndexOf('@', caret - 1)
    element.setRangeText(`@${person.username} `, start, caret, 'end')
    element.focus()
    forget()
  }
  useListKeys(
    field,
    { id, options: people.length, marked: at },
    { mark: (place) => setMarked({ typed, place }), choose: () => choose(people[at]), close: forget },
  )
  return (
    <>
      <p role="status" className={visuallyHidden}>
        {people.length > 0 &&
          `${people.length === 1 ? '1 person' : `${people.length} people`} to mention. Choose with the arrow keys and Enter.`}
      </p>
      {people.length > 0 && (
        <div id={id} role="listbox" aria-label="People to mention" className={css.list}>
          {people.map((person, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
            <div
              key={person.username}
              id={`${id}-${place}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={css.option}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <span className={css.name}>{person.displayName}</span> @{person.username}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
