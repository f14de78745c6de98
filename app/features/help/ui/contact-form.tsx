import type { SubmissionResult } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { type FieldMeta, FormErrors, SelectField, TextareaField, TextField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { contactLengths, contactTopicNames, contactTopics } from '../help.rules.ts'
import * as css from './contact-form.css.ts'

const options = contactTopicNames.map((value) => ({ value, label: contactTopics[value] }))

type FieldName = 'topic' | 'name' | 'email' | 'order' | 'message'

/**
 * Sends a message to the brand's mailbox. Only the server checks it, so that the help page downloads no form library;
 * errors are shown at their fields and the typed text is kept.
 * @param reply the server's result for this form, or null
 */
export function ContactForm({ reply }: { reply: SubmissionResult | null }) {
  const busy = useNavigation().formData?.has('message') ?? false
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (reply?.error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [reply])
  const meta = (name: FieldName, more: Partial<FieldMeta> = {}): FieldMeta => ({
    id: `contact-${name}`,
    name,
    initialValue: reply?.initialValue?.[name],
    errors: reply?.error?.[name] ?? undefined,
    required: true,
    ...more,
  })
  return (
    <Form
      ref={form}
      method="post"
      action={`${paths.help()}#contact`}
      className={stack[4]}
      noValidate
      preventScrollReset
    >
      <FormErrors errors={reply?.error?.['']} />
      <SelectField
        meta={meta('topic')}
        label="What is it about?"
        options={options}
        placeholder="Choose a topic"
      />
      <TextField
        meta={meta('name', { maxLength: contactLengths.name })}
        label="Name"
        autoComplete="name"
        autoCapitalize="words"
      />
      <TextField
        meta={meta('email', { maxLength: contactLengths.email })}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="We'll reply to this address."
      />
      <TextField
        meta={meta('order', { maxLength: contactLengths.order, required: false })}
        label="Order code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="It's in your confirmation email."
      />
      <TextareaField meta={meta('message', { maxLength: contactLengths.message })} label="Message" rows={6} />
      <div className={css.trap} aria-hidden="true">
        <label htmlFor="contact-website">Website</label>
        <input id="contact-website" name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <div>
        <Button type="submit" size="lg" busy={busy}>
          Send message
        </Button>
      </div>
    </Form>
  )
}
