import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type * as z from 'zod'
import { fieldOf, sentenceOf, statusOf } from '#core/refusals.ts'
import type { Refusal } from '#core/result.ts'
import { errorResponse } from './api.server.ts'

type Reply = ReturnType<typeof data<SubmissionResult>>
type Sent<Schema extends z.ZodType> = Submission<z.input<Schema>, string[], z.output<Schema>>

/** What a form sent: its value, or a reply that shows each message at its field. */
export type FormRead<Schema extends z.ZodType> =
  | {
      ok: true
      value: z.output<Schema>
      submission: Sent<Schema>
      /** Answers the form with a refusal: at the field it is about, else at the top; with its status. */
      refuse: (refusal: Refusal) => Reply
    }
  | {
      ok: false
      submission: Sent<Schema>
      /** Answers the form with its messages (422), or with what an intent button asked for (200). */
      reply: () => Reply
    }

/**
 * Reads a posted form with the schema that the browser used. What was typed comes back with the messages, except passwords.
 * @throws a 400 response when the body is no form
 */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<FormRead<Schema>> {
  const form = await request.formData().catch(() => {
    throw errorResponse(400, "We couldn't read that form.")
  })
  const submission = parseWithZod(form, { schema })
  const hideFields = [...form.keys()].filter((name) => /password/i.test(name))
  if (submission.status !== 'success') {
    const status = submission.status === 'error' ? 422 : 200
    return { ok: false, submission, reply: () => data(submission.reply({ hideFields }), { status }) }
  }
  const refuse = ({ code: word, facts }: Refusal) => {
    const messages = [sentenceOf(word, facts)]
    const field = fieldOf(word)
    const shown =
      field !== null && form.has(field) ? { fieldErrors: { [field]: messages } } : { formErrors: messages }
    return data(submission.reply({ ...shown, hideFields }), { status: statusOf(word) })
  }
  return { ok: true, value: submission.value, submission, refuse }
}
