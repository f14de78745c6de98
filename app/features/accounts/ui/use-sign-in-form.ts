import { type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { useState } from 'react'
import type * as z from 'zod'
import type { SignInOutcome } from '../send-sign-in.ts'

/**
 * A form of the sign-in window: checked in the browser with the server's own schema, sent by script, and what came back
 * shown at its fields.
 * @param options.send makes the attempt with what was entered
 * @param options.onEnd called with the result of an attempt
 * @param options.reply what the form came back with when it was posted without JavaScript
 */
export function useSignInForm<Schema extends z.ZodObject, Failure>(
  schema: Schema,
  options: {
    id: string
    send: (value: z.output<Schema>) => Promise<SignInOutcome<Failure>>
    onEnd: (outcome: SignInOutcome<Failure>) => void
    reply: SubmissionResult | undefined
    /** Holds the message above the form for failures that have no response of the server. */
    failureText: (failure: Failure) => string
  },
) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState(options.reply)
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    id: options.id,
    constraint: getZodConstraint(schema),
    lastResult: result,
    // Not on blur: a message that appears then moves the button away from under the finger that presses it.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    async onSubmit(event, { formData }) {
      event.preventDefault()
      const submission = parseWithZod(formData, { schema })
      if (submission.status !== 'success' || busy) return
      setBusy(true)
      const outcome = await options.send(submission.value)
      setBusy(false)
      if (!outcome.ok) {
        const { errors, failure } = outcome
        const messages = errors.length > 0 ? errors : [{ message: options.failureText(failure), field: null }]
        setResult(submission.reply(asReply(messages)))
      }
      options.onEnd(outcome)
    },
  })
  return { form, fields, busy }
}

function asReply(errors: readonly { message: string; field: string | null }[]) {
  const fieldErrors: Record<string, string[]> = {}
  const formErrors: string[] = []
  for (const { message, field } of errors) {
    if (field === null) formErrors.push(message)
    else fieldErrors[field] = [...(fieldErrors[field] ?? []), message]
  }
  return { formErrors, fieldErrors }
}
