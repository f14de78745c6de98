import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type * as z from 'zod'
import { fieldOf, sentenceOf, statusOf } from '#core/refusals.ts'
import type { Refusal } from '#core/result.ts'
import { errorResponse } from './api.server.ts'

type Reply = ReturnType<typeof data<SubmissionResult>>
type Sent<Schema extends z.ZodType> = Submission<z.input<Schema>, string[], z.output<Schema>>

/** A form that was read: its value, or a reply that shows each message at its field. */
export type FormRead<Schema extends z.ZodType> =
  | {
      ok: true
      value: z.output<Schema>
      submission: Sent<Schema>
      /** Makes the reply for a refusal: at the field it is about, else at the top; with its status. */
      refuse: (refusal: Refusal) => Reply
    }
  | {
      ok: false
      submission: Sent<Schema>
      /** Makes the reply with the form's messages (422), or with the change of a conform button (200). */
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
  return parseForm(await readFields(request), schema)
}

/** The schemas of an action's forms, by the value of their field `intent`; null where the fields are read as they are. */
type IntentSchemas = Record<string, z.ZodType | null>

/** A form and its intent. `form` is null where the intent has no schema. */
export type IntentRead<Schemas extends IntentSchemas> = {
  [Intent in keyof Schemas & string]: {
    intent: Intent
    form: Schemas[Intent] extends z.ZodType ? FormRead<Schemas[Intent]> : null
    fields: FormData
  }
}[keyof Schemas & string]

/**
 * Reads the posted form of an action that takes several: the body once, then the schema of its `intent`.
 * @param schemas the schema of each intent
 * @param otherwise the intent of a form that names none of them; left out: such a form is refused
 * @throws a 400 response when the body is no form, or its intent is unknown
 */
export async function readIntent<const Schemas extends IntentSchemas>(
  request: Request,
  schemas: Schemas,
  otherwise?: keyof Schemas & string,
): Promise<IntentRead<Schemas>> {
  const fields = await readFields(request)
  const named = fields.get('intent')
  const intent = typeof named === 'string' && Object.hasOwn(schemas, named) ? named : otherwise
  if (intent === undefined) throw unreadable()
  const schema = schemas[intent]
  // The intent is a key of the schemas, and the form was read with the schema under that key.
  return { intent, fields, form: schema ? parseForm(fields, schema) : null } as IntentRead<Schemas>
}

const unreadable = () => errorResponse(400, "We couldn't read that form.")

async function readFields(request: Request): Promise<FormData> {
  return await request.formData().catch(() => {
    throw unreadable()
  })
}

function parseForm<Schema extends z.ZodType>(fields: FormData, schema: Schema): FormRead<Schema> {
  const submission = parseWithZod(fields, { schema })
  const hideFields = [...fields.keys()].filter((name) => /password/i.test(name))
  if (submission.status !== 'success') {
    const status = submission.status === 'error' ? 422 : 200
    return { ok: false, submission, reply: () => data(submission.reply({ hideFields }), { status }) }
  }
  const refuse = ({ code, facts }: Refusal) => {
    const messages = [sentenceOf(code, facts)]
    const field = fieldOf(code)
    const shown =
      field !== null && fields.has(field) ? { fieldErrors: { [field]: messages } } : { formErrors: messages }
    return data(submission.reply({ ...shown, hideFields }), { status: statusOf(code) })
  }
  return { ok: true, value: submission.value, submission, refuse }
}
