import { type FormEvent, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { modeNames, slowName } from '../chat.rules.ts'
import { actSchema, type ChatAct } from '../chat.schema.ts'
import { type ChatState, chatModes, slowSteps } from '../chat.types.ts'
import * as css from './chat-panel.css.ts'

/** Sets who writes in a chat, and how often: for moderators. @param onAct does it; returns why it was refused, or null */
export function ChatSettings({
  action,
  state,
  onAct,
}: {
  action: string
  state: ChatState
  onAct: (act: ChatAct) => Promise<string | null>
}) {
  const [said, setSaid] = useState<{ text: string; isFailed: boolean } | null>(null)
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const act = actSchema.parse(Object.fromEntries(new FormData(event.currentTarget)))
    const reason = await onAct(act)
    setSaid({ text: reason ?? 'Saved', isFailed: reason !== null })
  }
  return (
    <details className={css.settings}>
      <summary className={css.settingsHead}>Chat settings</summary>
      <form method="post" action={action} className={css.settingsForm} onSubmit={save}>
        <input type="hidden" name="intent" value="act" />
        <input type="hidden" name="act" value="settings" />
        <Field id="chat-mode" label="Who may write">
          {(control) => (
            <Select
              {...control}
              key={state.mode}
              name="mode"
              defaultValue={state.mode}
              options={chatModes.map((value) => ({ value, label: modeNames[value] }))}
            />
          )}
        </Field>
        <Field id="chat-slow" label="Slow mode">
          {(control) => (
            <Select
              {...control}
              key={state.slowSeconds}
              name="slowSeconds"
              defaultValue={String(state.slowSeconds)}
              options={slowSteps.map((value) => ({ value: String(value), label: slowName(value) }))}
            />
          )}
        </Field>
        <Button type="submit" size="sm" variant="secondary">
          Save
        </Button>
        <p role="status" className={said?.isFailed ? css.failed : css.note}>
          {said?.text}
        </p>
      </form>
    </details>
  )
}
