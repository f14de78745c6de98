import { Smile, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { emotes, lettersToldFrom, mostLetters } from '../chat.rules.ts'
import type { ChatMessage } from '../chat.types.ts'
import { ChatText } from './chat-line.tsx'
import * as css from './chat-panel.css.ts'

/**
 * Writes a message: a plain form before JavaScript.
 * @param answered the message that it answers
 * @param onSend sends it; returns why the server refused it, or null
 */
export function ChatComposer({
  action,
  answered,
  onCancelReply,
  onSend,
  firstErrors,
  firstText,
}: {
  action: string
  answered: ChatMessage | null
  onCancelReply: () => void
  onSend: (body: string) => Promise<string | null>
  firstErrors: string[] | undefined
  firstText: string
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [letters, setLetters] = useState(firstText.length)
  const [errors, setErrors] = useState<string[] | undefined>(firstErrors)
  useEffect(() => {
    if (answered) field.current?.focus()
  }, [answered])

  async function send(event: FormEvent) {
    event.preventDefault()
    const text = field.current
    const body = text?.value.trim() ?? ''
    if (!text || body === '') {
      setErrors(['Please fill this in'])
      text?.focus()
      return
    }
    text.value = ''
    setLetters(0)
    setErrors(undefined)
    const reason = await onSend(body)
    if (reason === null) return
    setErrors([reason])
    // What is typed meanwhile stays.
    if (text.value === '') {
      text.value = body
      setLetters(body.length)
    }
  }
  function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape' && answered) onCancelReply()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  function insert(code: string) {
    const text = field.current
    if (!text) return
    text.setRangeText(`${code} `, text.selectionStart, text.selectionEnd, 'end')
    setLetters(text.value.length)
    text.focus()
  }
  const left = mostLetters - letters
  return (
    <form method="post" action={action} className={css.composer} onSubmit={send} aria-label="New message">
      <input type="hidden" name="intent" value="send" />
      {answered && (
        <div className={css.answering}>
          <input type="hidden" name="replyTo" value={answered.id} />
          <p className={css.excerpt}>
            Replying to {answered.author.name}: <ChatText body={answered.body} />
          </p>
          <button type="button" className={css.menu} aria-label="Cancel the reply" onClick={onCancelReply}>
            <X size={18} aria-hidden="true" />
          </button>
        </div>
      )}
      <Field
        id="chat-body"
        label="Message"
        errors={errors}
        hint={
          letters >= lettersToldFrom ? `${left} ${left === 1 ? 'character' : 'characters'} left` : undefined
        }
        required
      >
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            name="body"
            rows={1}
            className={css.field}
            maxLength={mostLetters}
            defaultValue={firstText}
            autoComplete="off"
            enterKeyHint="send"
            onKeyDown={sendByKey}
            onChange={({ currentTarget }) => setLetters(currentTarget.value.length)}
          />
        )}
      </Field>
      <div className={css.composerFoot}>
        <details className={css.emotes}>
          <summary className={css.menu} aria-label="Emotes">
            <Smile size={20} aria-hidden="true" />
          </summary>
          <div className={css.emoteList}>
            {emotes.map(({ code, glyph, name }) => (
              <button
                key={code}
                type="button"
                className={css.emoteButton}
                aria-label={name}
                onClick={() => insert(code)}
              >
                <span aria-hidden="true">{glyph}</span>
              </button>
            ))}
          </div>
        </details>
        <Button type="submit" size="sm">
          Send
        </Button>
      </div>
    </form>
  )
}
