import { useFetcher } from '@remix-run/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { EditorReply } from '../take-campaign-form.server.ts'

/** How long nothing is typed before it is saved, in milliseconds. */
const pause = 1200

/**
 * Sends the editor's form: what is typed is saved by itself, presses one after the other, each with the version that the one before
 * made. Without JavaScript the browser sends the form.
 * @param action where it is sent
 * @param stored the version that the page was read with
 * @param first the reply to a form that the browser sent itself
 */
export function useCampaignForm(action: string, stored: number, first: EditorReply | null) {
  const fetcher = useFetcher<EditorReply>()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<string | null>(null)
  const known = useRef(stored)
  const [isTyped, setTyped] = useState(false)
  const [asked, setAsked] = useState('save')
  const reply = fetcher.data ?? first
  const isSending = fetcher.state !== 'idle'
  known.current = Math.max(known.current, stored, fetcher.data?.saved ?? 0)

  const send = (intent: string) => {
    clearTimeout(timer.current)
    if (!form.current) return
    if (fetcher.state !== 'idle') {
      waiting.current = intent
      return
    }
    const fields = new FormData(form.current)
    fields.set('intent', intent)
    fields.set('version', String(known.current))
    setAsked(intent)
    setTyped(false)
    fetcher.submit(fields, { method: 'post', action })
  }
  const latest = useRef(send)
  latest.current = send

  useEffect(() => {
    if (isSending) return
    const next = waiting.current
    waiting.current = null
    if (next) latest.current(next)
  }, [isSending])
  useEffect(() => () => clearTimeout(timer.current), [])

  // Goes on at the block that was added or moved.
  const at = fetcher.data?.at ?? null
  const [verb = ''] = asked.split(':')
  useEffect(() => {
    if (isSending || !at) return
    const block = document.getElementById(`block-${at}`)
    const target =
      verb === 'add'
        ? block?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')
        : document.getElementById(`${verb}-${at}`)
    target?.focus()
  }, [isSending, at, verb])

  return {
    form,
    reply,
    isSending,
    isTyped,
    asked,
    /** Saves in a moment; not after a conflict, which only a press on Save decides. */
    onInput() {
      setTyped(true)
      clearTimeout(timer.current)
      if (!reply?.isConflict) timer.current = setTimeout(() => latest.current('save'), pause)
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      const { submitter } = event.nativeEvent as SubmitEvent
      send(submitter instanceof HTMLButtonElement && submitter.value ? submitter.value : 'save')
    },
  }
}
