import type { ComponentProps } from 'react'
import * as paths from '#core/paths.ts'
import { CodeEntry } from './code-entry.tsx'

/** Takes a code for an event; the event's page responds with all of itself. A module of its own, because few visitors need it. */
export function EventCode({
  eventId,
  code,
  refusal,
}: { eventId: string } & Pick<ComponentProps<typeof CodeEntry>, 'code' | 'refusal'>) {
  const intents = { apply: 'unlock', drop: 'forget' }
  return <CodeEntry action={paths.event(eventId)} {...{ intents, code, refusal }} reloadDocument />
}
