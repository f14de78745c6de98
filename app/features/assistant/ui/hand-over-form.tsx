import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { text } from '#ui/layout.css.ts'
import { askPersonSchema } from '../hand-over.schema.ts'
import type { HandOver, Transcript } from '../hand-over.types.ts'
import * as css from './assistant.css.ts'

/** Lists questions with their answers. */
export function TranscriptView({ lines }: { lines: Transcript }) {
  const numbered = lines.map((line, at) => ({ ...line, at }))
  return (
    <details>
      <summary className={css.summary}>The conversation ({lines.length})</summary>
      <ol className={css.transcript}>
        {numbered.map(({ at, question, answer }) => (
          <li key={at}>
            <p className={css.text}>{question}</p>
            {answer && <p className={css.cardLine}>{answer}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** Takes a message for a person of the team, and whether the conversation goes with it. */
export function HandOverForm({ shown, reply }: { shown: HandOver; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(askPersonSchema, { intent: 'person', reply })
  const { email, conversation } = shown
  return (
    <IntentForm form={form} intent="person" action={paths.askPerson()}>
      <TextareaField meta={fields.message} label="Your message" rows={5} />
      {conversation && conversation.lines.length > 0 && (
        <>
          <CheckboxField
            meta={fields.conversation}
            value={conversation.id}
            label="Send my last conversation with the assistant along"
          />
          <TranscriptView lines={conversation.lines} />
        </>
      )}
      <p className={text.small}>
        {email ? `We answer to ${email}.` : 'Add an email in your settings first.'}
      </p>
      <div>
        <Button type="submit" busy={busy}>
          Send
        </Button>
      </div>
    </IntentForm>
  )
}
