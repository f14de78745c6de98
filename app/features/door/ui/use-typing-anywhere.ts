import { type RefObject, useEffect, useRef } from 'react'

/** A scanner's Enter follows its last character within this time, in milliseconds; a person's hand takes longer. */
const enterFollowsIn = 300

/** Elements in which typing already has a meaning of its own. */
const typedInto = 'input, select, textarea, [contenteditable=true], [role=combobox], [role=menu], dialog'

/**
 * Sends what is typed to one field, wherever the focus is: a scanner that acts as a keyboard types without looking.
 * Fields, menus and windows keep what is typed into them; Tab, Space, Enter and shortcuts keep their meaning.
 * @param field what takes the text; what it held is replaced
 * @param held true while something has to be acknowledged by hand: typing is ignored then, and so is the Enter that ends
 *   it, which would press the button in focus
 * @param onType called before the first character is put into the field
 */
export function useTypingAnywhere(
  field: RefObject<HTMLInputElement | null>,
  { held, onType }: { held: boolean; onType: () => void },
): void {
  const now = useRef({ held, onType })
  now.current = { held, onType }
  useEffect(() => {
    let typedAt = Number.NEGATIVE_INFINITY
    function take(event: KeyboardEvent) {
      const since = event.timeStamp - typedAt
      const { target } = event
      if (event.key === 'Enter' && now.current.held && since < enterFollowsIn) event.preventDefault()
      if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
        return
      typedAt = event.timeStamp
      if (now.current.held || event.defaultPrevented) return
      if (target instanceof Element && target.closest(typedInto)) return
      now.current.onType()
      field.current?.focus({ preventScroll: true })
      field.current?.select()
    }
    document.addEventListener('keydown', take)
    return () => document.removeEventListener('keydown', take)
  }, [field])
}
