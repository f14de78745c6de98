import { type RefObject, useEffect, useState } from 'react'
import { useDebouncedRequest } from '#browser/use-debounced-request.ts'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster } from '#ui/layout.css.ts'
import * as css from './composer.css.ts'

type Found = { username: string; displayName: string }

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

/**
 * Suggests people while somebody types `@` and a name into a text field: buttons below it, each of which completes the handle.
 * @param field the text field
 */
export function MentionPeople({ field }: { field: RefObject<HTMLTextAreaElement> }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { body } = useDebouncedRequest<unknown>(typed && paths.apiPeople({ q: typed }))
  const people = typed === null ? [] : foundIn(body)
  useEffect(() => {
    const element = field.current
    if (!element) return
    const look = () => setTyped(typedHandle.exec(element.value.slice(0, element.selectionStart))?.[1] ?? null)
    look()
    element.addEventListener('input', look)
    return () => element.removeEventListener('input', look)
  }, [field])
  const choose = (username: string) => {
    const element = field.current
    if (!element) return
    const [before, after] = [
      element.value.slice(0, element.selectionStart),
      element.value.slice(element.selectionStart),
    ]
    const start = before.lastIndexOf('@')
    element.value = `${before.slice(0, start)}@${username} ${after}`
    element.focus()
    element.selectionStart = start + username.length + 2
    element.selectionEnd = element.selectionStart
    setTyped(null)
  }
  return (
    <div role="status">
      {people.length > 0 && (
        <ul className={classNames(cluster[2], css.people)} aria-label="People to mention">
          {people.map(({ username, displayName }) => (
            <li key={username}>
              <Button size="sm" onClick={() => choose(username)}>
                {displayName} @{username}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
