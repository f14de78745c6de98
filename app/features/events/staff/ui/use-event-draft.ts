import { parseWithZod } from '@conform-to/zod/v4'
import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import { apiRequest } from '#browser/api-request.ts'
import * as paths from '#core/paths.ts'
import type { DraftKey } from '../event-tabs.ts'

/** Sets how long typing must pause before the form is sent, in milliseconds. */
const pause = 800

/** Sets how much a browser sends for a page that is gone, in characters: its limit is 64 KiB. */
const mostOnLeaving = 20_000

const anyForm = z.looseObject({})
const keptSchema = z.object({ savedAt: z.string() })

/** The fields of a form as the server gets them, nested. */
const payloadOf = (form: HTMLFormElement) => parseWithZod(new FormData(form), { schema: anyForm }).payload

/**
 * Sends what is typed into a form of the editor to the server, which keeps it for the person until they save or discard it.
 * @returns handlers for the form, and the instant at which it was kept last in this visit; `failed` while the last try did not arrive
 */
export function useEventDraft(eventId: string, key: DraftKey) {
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const state = useRef<{ form?: HTMLFormElement; timer?: number; sent?: string; sending?: AbortController }>(
    {},
  )

  const send = useCallback(async () => {
    const current = state.current
    window.clearTimeout(current.timer)
    current.timer = undefined
    if (!current.form?.isConnected) return
    const form = payloadOf(current.form)
    const text = JSON.stringify(form)
    if (text === current.sent) return
    current.sending?.abort()
    const aborter = new AbortController()
    current.sending = aborter
    try {
      // Typed last before the page was left or loaded again, it must arrive all the same.
      const keepalive = text.length <= mostOnLeaving
      const options = { suppressErrors: true, signal: aborter.signal, keepalive }
      const response = await apiRequest(
        'POST',
        paths.apiStaffEventDraft(eventId),
        { tab: key, form },
        options,
      )
      const kept = response.ok ? keptSchema.safeParse(await response.json()) : null
      if (kept?.success) {
        current.sent = text
        setSavedAt(kept.data.savedAt)
      }
      setFailed(!kept?.success)
    } catch {
      if (!aborter.signal.aborted) setFailed(true)
    }
  }, [eventId, key])

  const schedule = useCallback(
    (event: { currentTarget: HTMLFormElement }) => {
      const current = state.current
      current.form = event.currentTarget
      // Skips what the page began with: it is stored already.
      window.clearTimeout(current.timer)
      current.timer = window.setTimeout(send, pause)
    },
    [send],
  )
  /** Saving takes over: what is typed goes to the event itself. */
  const stop = useCallback(() => {
    window.clearTimeout(state.current.timer)
    state.current.timer = undefined
    state.current.sending?.abort()
  }, [])

  useEffect(() => {
    const current = state.current
    const leave = () => {
      if (current.timer !== undefined) void send()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [send])

  return { savedAt, failed, onInput: schedule, stop }
}
